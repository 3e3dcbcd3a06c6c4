import { RECHARGE_REFUSALS } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { refusalSentence } from './refusal-words.ts';

it('[APP-20] each refusal of a recipient has its own message, also for accounts of the other site', () => {
  const reported = RECHARGE_REFUSALS.map((why) => refusalSentence(why, ''));
  expect(new Set(reported).size).toBe(RECHARGE_REFUSALS.length);
  expect(RECHARGE_REFUSALS).toEqual(expect.arrayContaining(['ludo-account', 'source-mismatch']));
});
