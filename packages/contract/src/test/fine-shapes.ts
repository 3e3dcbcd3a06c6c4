import {
  accountId,
  LOCAL_CURRENCIES,
  PAY_TYPES,
  usdCents,
  type DisplayId,
  type FineStanding,
  type PayType,
} from '@jawhara/domain';
import * as fc from 'fast-check';
import type { FineInfo, PayFine } from '../http/fines.ts';
import { agreed } from './order-shapes.ts';
import { paidWith } from './saved-card-shapes.ts';

/** Random values for the calls about fines. */

const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const cents = fc.nat(99_999_999).map(usdCents);
const displayIds = letters('0123456789', 5, 20).map((text) => text as DisplayId);
const someone = fc.integer({ min: 1, max: 1e9 }).map(accountId);
const quoteIds = fc
  .tuple(letters('abcXYZ019_-', 1, 200), letters('abcXYZ019_-', 43, 43))
  .map(([claims, seal]) => `${claims}.${seal}`);
const payTypes = fc.constantFrom(...Object.keys(PAY_TYPES).map((code) => Number(code) as PayType));

const standings: fc.Arbitrary<FineStanding> = fc.oneof(
  fc.record({
    kind: fc.constant('fine' as const),
    amountUsdCents: cents,
    previousUsdCents: fc.option(cents),
    nextUsdCents: fc.option(cents),
    afterNextUsdCents: fc.option(cents),
    refundBanCount: fc.nat(20),
    until: fc.option(moment),
  }),
  fc.constant({ kind: 'permanent' } as const),
  fc.record({ kind: fc.constant('none' as const), until: fc.option(moment) }),
);

export const fineInfos: fc.Arbitrary<FineInfo> = fc.record({
  account: fc.record({
    accountId: someone,
    displayId: displayIds,
    nickname: fc.string({ unit: 'grapheme', maxLength: 40 }),
    iconUrl: fc.option(fc.webUrl()),
  }),
  standing: standings,
  quote: fc.option(fc.record({ id: quoteIds, amountUsdCents: cents, goodUntil: moment })),
  estimate: fc.option(fc.record({ currency: fc.constantFrom(...LOCAL_CURRENCIES), value: fc.string() })),
});

export const payFines: fc.Arbitrary<PayFine> = fc.record({
  account: fc.oneof(fc.record({ displayId: displayIds }), fc.record({ accountId: someone })),
  shown: fc.oneof(fc.record({ quoteId: quoteIds }), fc.record({ amountUsdCents: cents })),
  payType: payTypes,
  card: paidWith,
  agreed,
});
