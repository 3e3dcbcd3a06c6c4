import {
  accountId,
  CARD_WALLETS,
  FIELDS_CONSENTS,
  QUESTION_CONSENTS,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type PaySource,
  type OrderedWith,
  type SavedCard,
} from '@jawhara/domain';
import * as fc from 'fast-check';
import type { CardOfOrder, CardUpdate } from '../http/saved-cards.ts';

/** Random values for the calls about saved cards, and for an order paid with one. */

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ0189_-'), minLength, maxLength });
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const someone = fc.integer({ min: 1, max: 1e9 }).map(accountId);
export const sourceIds = letters(4, 100).map((text) => text as CardSourceId);
const fingerprints = letters(4, 100).map((text) => text as CardFingerprint);
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const expiries = fc
  .tuple(fc.integer({ min: 1, max: 12 }), digits(2))
  .map(([month, year]) => `${String(month).padStart(2, '0')}/${year}` as CardExpiry);

export const savedCards: fc.Arbitrary<SavedCard> = fc.record({
  sourceId: sourceIds,
  fingerprint: fingerprints,
  scheme: fc.constantFrom('visa' as const, 'mastercard' as const),
  last4: digits(4),
  issuerCountry: fc.option(fc.string({ maxLength: 2 })),
  expiry: expiries,
  isExpiredByBank: fc.boolean(),
  isRemembered: fc.boolean(),
  lastUsedAt: moment,
  recipientId: someone,
  ownerId: fc.option(someone),
});

export const paySources: fc.Arbitrary<PaySource[]> = fc.array(
  fc.oneof(
    savedCards.map((card) => ({ kind: 'saved-card', card }) as const),
    moment.map((lastUsedAt) => ({ kind: 'wallet', lastUsedAt }) as const),
  ),
  { maxLength: 4 },
);

export const cardUpdates: fc.Arbitrary<CardUpdate> = fc
  .record({
    sourceId: sourceIds,
    expiry: fc.option(expiries),
    remember: fc.option(fc.constantFrom('no' as const, ...QUESTION_CONSENTS)),
  })
  .filter((update) => update.expiry !== null || update.remember !== null);

const cardsPaidWith = fc.record(
  { scheme: fc.string({ maxLength: 40 }), last4: digits(4), wallet: fc.constantFrom(...CARD_WALLETS) },
  { requiredKeys: ['scheme', 'last4'] },
);

export const cardsOfOrders: fc.Arbitrary<CardOfOrder> = fc.record({
  card: fc.option(savedCards),
  paidWith: fc.option(cardsPaidWith),
  refusedWith: fc.option(cardsPaidWith),
});

export const cardPrints = fc.record({ fingerprint: fingerprints });

// Encrypted card fields are never digits alone.
const sealed = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019$_-./+='), minLength: 7, maxLength: 80 })
  .map((text) => `e${text}`);

const keepOptions = fc.constantFrom({}, { keep: 'ask' as const });

export const paidWith: fc.Arbitrary<OrderedWith> = fc.oneof(
  fc.tuple(fc.record({ token: letters(8, 200) }), keepOptions).map(([card, keep]) => ({ ...card, ...keep })),
  fc.record({
    encryptedCard: fc.record({
      number: sealed,
      expiryMonth: sealed,
      expiryYear: sealed,
      securityCode: sealed,
      holderName: fc.string({ minLength: 1, maxLength: 40 }),
    }),
  }),
  fc.record(
    {
      dropInToken: letters(8, 200),
      dropInSession: letters(8, 200),
      keep: fc.constantFrom(...FIELDS_CONSENTS),
    },
    { requiredKeys: ['dropInToken', 'dropInSession'] },
  ),
  fc
    .record({
      protocolVersion: fc.constant('ECv1'),
      signature: fc.base64String(),
      signedMessage: fc.string(),
    })
    .map((token) => ({ googlePayToken: JSON.stringify(token) })),
  keepOptions.map((keep) => ({ hostedPage: true, ...keep }) as const),
  fc.constantFrom({ walletSheet: true } as const, { walletPage: true } as const),
  fc.record({ sourceId: sourceIds, cvvToken: fc.option(fc.oneof(letters(8, 200), sealed)) }),
);
