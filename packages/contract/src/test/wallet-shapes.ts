import { accountId, isWallet, PAY_TYPES, type PayType, type RefusalOutcome } from '@jawhara/domain';
import * as fc from 'fast-check';
import type { WalletPaid } from '../http/wallets.ts';
import { orderId } from './order-shapes.ts';

const letters = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: 1, maxLength });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const payType = fc.constantFrom(...Object.keys(PAY_TYPES).map((code) => Number(code) as PayType));
const host = letters('abc019.-', 60);

export const domainQuestions = fc.record({
  payType,
  domain: host,
  accountId: fc.option(fc.integer({ min: 1, max: 1e9 }).map(accountId)),
  grayValue: fc.option(fc.integer({ min: 0, max: 99 })),
});
export const domainAnswers = fc.record({
  isPayable: fc.boolean(),
  domain: fc.option(host),
  payType: fc.option(payType.filter(isWallet)),
});

export const sessionRequests = fc.record({ orderId, domain: host });
export const sessions = fc.record({ sessionJson: text });

export const payments = fc.record({
  orderId,
  walletToken: letters('abcXYZ019+/=', 300),
  methodType: text,
});
export const results = fc.oneof(
  fc.constantFrom<WalletPaid>({ kind: 'paid' }, { kind: 'pending' }),
  fc.record({
    kind: fc.constant('refused' as const),
    outcome: fc.constantFrom<RefusalOutcome>('balance', 'expire', 'verify', 'high-risk', 'other'),
  }),
);
