import { expect, it } from 'vitest';
import { stepOfTrade } from './trade-step.ts';

const step = (status: string) => stepOfTrade({ outTradeNo: 'T1', status }, {});

it.each(['Something New', 'constructor', '', 'success'])(
  'a status we do not know (%j) decides nothing',
  (status) => expect(step(status)).toEqual({ kind: 'unknown', why: 'a status we do not know' }),
);

it('a success that does not say how much is not taken as one', () =>
  expect(step('SUCCESS')).toEqual({ kind: 'unknown', why: 'a success without amount or currency' }));
