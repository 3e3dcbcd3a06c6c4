import {
  accountId,
  DECLINE_REASONS,
  type DeclineReason,
  type OrderId,
  type RefusalOutcome,
} from '@jawhara/domain';
import * as fc from 'fast-check';

/** Random values for the calls that create an order and follow its payment. */

const url = fc.webUrl({ withQueryParameters: true });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const refusal = fc.constantFrom<RefusalOutcome>('balance', 'expire', 'verify', 'high-risk', 'other');

export const orderId = fc.uuid({ version: 7 }).map((value) => value as OrderId);

export const challenge = fc.oneof(
  fc.record({ way: fc.constantFrom('frame' as const, 'page' as const), url }),
  fc.record({ way: fc.constant('native' as const), action: fc.string({ minLength: 2 }) }),
);
const payAnswer = fc.oneof(
  fc.constantFrom({ kind: 'paid' } as const, { kind: 'pending' } as const),
  challenge.map((challengeFields) => ({ kind: 'challenge' as const, ...challengeFields })),
  refusal.map((outcome) => ({ kind: 'refused', outcome }) as const),
);
export const orderPlaced = fc.record({ orderId, answer: payAnswer });

// On the wire an expired card always has the code 20054, and no other failure has it.
const reason = fc.option(fc.constantFrom(...(Object.keys(DECLINE_REASONS) as DeclineReason[])));

export const orderFailure = fc.oneof(
  fc.record({ outcome: fc.constant('expire' as const), code: fc.constant('20054'), reason }),
  fc.record({
    outcome: fc.constantFrom<RefusalOutcome>('balance', 'verify', 'high-risk', 'other'),
    code: fc.option(text.filter((code) => code !== '20054')),
    reason,
  }),
);

const version = fc.nat(9_999);
export const agreed = fc.record({ agreement: version, privacy: version, refunds: version });

/** The owner of a list of recipients: an account or a device. */
export const payers = fc.oneof(
  fc.record({ accountId: fc.integer({ min: 1, max: 1e9 }).map(accountId) }),
  fc.record({ device: text }),
);
