import { findRecipient, listGemPacks, parse } from '@jawhara/contract';
import { expect, it } from 'vitest';
import { CANNED_ANSWERS } from './canned-answers.ts';

it('the canned answers are ones the site accepts: a page of errors would be measured as a fast one', () => {
  for (const { path, answer } of [listGemPacks, findRecipient])
    expect(parse(answer as typeof listGemPacks.answer, CANNED_ANSWERS.get(path)).kind).toBe('parsed');
});
