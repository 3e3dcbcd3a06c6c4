import { ALL_ENDPOINTS, parse } from '@jawhara/contract';
import { expect, it } from 'vitest';
import { CANNED_ANSWERS } from './canned-answers.ts';

it.each([...CANNED_ANSWERS])(
  'the speed tests’ canned answer of %s is accepted by the site’s contract',
  (path, data) => {
    const endpoints = ALL_ENDPOINTS.filter((endpoint) => endpoint.path === path);
    expect(endpoints.map(({ answer }) => parse(answer, data).kind)).toEqual(['parsed']);
  },
);
