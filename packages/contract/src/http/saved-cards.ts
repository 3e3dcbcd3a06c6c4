import {
  CARD_WALLETS,
  QUESTION_CONSENTS,
  readCardExpiry,
  WALLET_SOURCE,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type CardWallet,
  type OrderId,
  type PaySource,
  type QuestionConsent,
  type SavedCard,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import {
  wireAccountId,
  wireCardSourceId,
  wireFlag,
  wireOrderId,
  wireSource,
  wireTime,
} from '../wire-types.ts';

/** The device id that the specification sends. Not used: cookie and session identify the caller. */
const wireDevice = v.optional(v.pipe(v.string(), v.maxLength(200)));

const wireFingerprint = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{4,100}$/),
  v.transform((text) => text as CardFingerprint),
);

const wireExpiry = v.pipe(
  v.string(),
  v.maxLength(20),
  v.rawTransform(({ dataset, addIssue, NEVER }): CardExpiry => {
    const expiry = readCardExpiry(dataset.value);
    if (expiry !== null) return expiry;
    addIssue({ message: 'not a month of a year' });
    return NEVER;
  }),
);

const cardSchema = v.pipe(
  v.object({
    source_id: wireCardSourceId,
    last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
    // Only the last 4 digits ever leave the server.
    bin: v.literal(''),
    to_uid: wireAccountId,
    scheme: v.picklist(['visa', 'mastercard']),
    fingerprint: wireFingerprint,
    issuer_country: v.nullable(v.string()),
    card_valid_date: wireExpiry,
    is_bank_expire: v.boolean(),
    h5_deviceid: v.literal(''),
    is_remember: v.boolean(),
    last_use_at: wireTime,
    login: v.boolean(),
    uid: v.nullable(wireAccountId),
  }),
  v.transform((wire): SavedCard => ({
    sourceId: wire.source_id,
    fingerprint: wire.fingerprint,
    scheme: wire.scheme,
    last4: wire.last4,
    issuerCountry: wire.issuer_country,
    expiry: wire.card_valid_date,
    isExpiredByBank: wire.is_bank_expire,
    isRemembered: wire.is_remember,
    lastUsedAt: wire.last_use_at,
    recipientId: wire.to_uid,
    ownerId: wire.uid,
  })),
);

function writeCard(card: SavedCard) {
  return {
    source_id: card.sourceId as string,
    last4: card.last4,
    bin: '' as const,
    to_uid: card.recipientId as number,
    scheme: card.scheme,
    fingerprint: card.fingerprint as string,
    issuer_country: card.issuerCountry,
    card_valid_date: card.expiry as string,
    is_bank_expire: card.isExpiredByBank,
    h5_deviceid: '' as const,
    is_remember: card.isRemembered,
    last_use_at: card.lastUsedAt.toISOString(),
    login: card.ownerId !== null,
    uid: card.ownerId as number | null,
  };
}

/** On the wire a wallet is a card without digits; it is recognised here. */
const walletSchema = v.pipe(
  v.object({
    source_id: v.literal(WALLET_SOURCE.sourceId),
    last4: v.literal(WALLET_SOURCE.last4),
    bin: v.literal(WALLET_SOURCE.bin),
    last_use_at: wireTime,
  }),
  v.transform((wire): PaySource => ({ kind: 'wallet', lastUsedAt: wire.last_use_at })),
);

const sourceSchema = v.union([
  walletSchema,
  v.pipe(
    cardSchema,
    v.transform((card): PaySource => ({ kind: 'saved-card', card })),
  ),
]);

function writeSource(source: PaySource) {
  if (source.kind === 'saved-card') return writeCard(source.card);
  const { sourceId, last4, bin } = WALLET_SOURCE;
  return { source_id: sourceId, last4, bin, last_use_at: source.lastUsedAt.toISOString() };
}

/** The saved cards of this device or account, by newest use. */
export const listSavedCards = endpoint({
  name: 'listSavedCards',
  methods: ['POST', 'GET'],
  changes: false,
  path: '/api/web/get_card_source/',
  request: codec(
    v.pipe(
      v.object({ h5_deviceid: wireDevice }),
      v.transform(() => ({})),
    ),
    () => ({}),
  ),
  answer: codec(
    v.pipe(
      v.object({ list: v.array(sourceSchema) }),
      v.transform((wire) => wire.list),
    ),
    (sources: PaySource[]) => ({ list: sources.map(writeSource) }),
  ),
});

/** The card on a receipt. It stays with the order, even if the saved card is deleted. */
export interface CardPaidWith {
  readonly scheme: string;
  readonly last4: string;
  readonly wallet?: CardWallet;
}

export interface CardOfOrder {
  /**
   * The saved card, or the card whose payer may still agree to keep it. Null before the provider has reported it, and once it is
   * deleted.
   */
  readonly card: SavedCard | null;
  /** The card that paid the order; null until it is paid, and if the provider does not report the card. */
  readonly paidWith: CardPaidWith | null;
  /**
   * The card of the last refused attempt of an unpaid order; null if the provider does not report the card, and from an older
   * server.
   */
  readonly refusedWith: CardPaidWith | null;
}

const paidWithSchema = v.pipe(
  v.object({
    scheme: v.pipe(v.string(), v.maxLength(40)),
    last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
    wallet: v.fallback(v.optional(v.picklist(CARD_WALLETS)), undefined),
  }),
  v.transform(({ wallet, ...card }): CardPaidWith => (wallet === undefined ? card : { ...card, wallet })),
);

function writePaidWith({ scheme, last4, wallet }: CardPaidWith) {
  return { scheme, last4, ...(wallet === undefined ? {} : { wallet }) };
}

/** The card that paid an order, or was refused. */
export const readCardOfOrder = endpoint({
  name: 'readCardOfOrder',
  methods: ['GET'],
  changes: false,
  path: '/api/web/get_card_info_by_order/',
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId, h5_deviceid: wireDevice }),
      v.transform((wire) => ({ orderId: wire.order_id })),
    ),
    (request: { orderId: OrderId }) => ({ order_id: request.orderId as string }),
  ),
  answer: codec(
    v.pipe(
      v.object({
        card: v.nullable(cardSchema),
        paid_with: v.nullable(paidWithSchema),
        refused_with: v.optional(v.nullable(paidWithSchema), null),
      }),
      v.transform((wire): CardOfOrder => ({
        card: wire.card,
        paidWith: wire.paid_with,
        refusedWith: wire.refused_with,
      })),
    ),
    ({ card, paidWith, refusedWith }: CardOfOrder) => ({
      card: card && writeCard(card),
      paid_with: paidWith && writePaidWith(paidWith),
      refused_with: refusedWith && writePaidWith(refusedWith),
    }),
  ),
  refusals: ['order-not-found'],
});

/** A change of a saved card. A field that is null leaves the card's value unchanged. */
export interface CardUpdate {
  readonly sourceId: CardSourceId;
  readonly expiry: CardExpiry | null;
  /** Whether the payer keeps the card: the consent text that was agreed to, or no. */
  readonly remember: QuestionConsent | 'no' | null;
}

function writeAnswer(remember: CardUpdate['remember']): {
  is_remember?: boolean;
  consent_text?: QuestionConsent;
} {
  if (remember === null) return {};
  return remember === 'no' ? { is_remember: false } : { is_remember: true, consent_text: remember };
}

/** The payer's answer about saving the card, a new date, or both. */
export const updateSavedCard = endpoint({
  name: 'updateSavedCard',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/web/update_card_source/',
  request: codec(
    v.pipe(
      v.object({
        source_id: wireCardSourceId,
        // A form sends an empty date if none was typed.
        card_valid_date: v.optional(v.union([v.literal(''), wireExpiry]), ''),
        is_remember: v.optional(wireFlag),
        // The id of the consent text that the payer agreed to: a request to save the card without it is refused.
        consent_text: v.optional(v.picklist(QUESTION_CONSENTS)),
        source: wireSource,
        h5_deviceid: wireDevice,
      }),
      v.forward(
        v.check((wire) => wire.card_valid_date !== '' || wire.is_remember !== undefined),
        ['card_valid_date'],
      ),
      v.forward(
        v.check((wire) => wire.is_remember !== true || wire.consent_text !== undefined),
        ['consent_text'],
      ),
      v.transform((wire): CardUpdate => ({
        sourceId: wire.source_id,
        expiry: wire.card_valid_date === '' ? null : wire.card_valid_date,
        remember: wire.is_remember === false ? 'no' : (wire.is_remember && wire.consent_text) || null,
      })),
    ),
    (update: CardUpdate) => ({
      source_id: update.sourceId as string,
      card_valid_date: (update.expiry ?? '') as string,
      ...writeAnswer(update.remember),
      source: 1,
    }),
  ),
  answer: codec(v.object({}), () => ({})),
  refusals: ['card-not-found', 'card-not-updated', 'card-question-closed', 'too-many-tries'],
});

/** Deletes a card here at once, even if it was saved several times, and at its provider as soon as the provider answers. */
export const deleteSavedCard = endpoint({
  name: 'deleteSavedCard',
  methods: ['GET', 'POST'],
  changes: true,
  path: '/api/web/delete_card_source/',
  request: codec(
    v.pipe(
      v.object({ fingerprint: wireFingerprint, h5_deviceid: wireDevice }),
      v.transform((wire) => ({ fingerprint: wire.fingerprint })),
    ),
    (request: { fingerprint: CardFingerprint }) => ({ fingerprint: request.fingerprint as string }),
  ),
  answer: codec(v.object({}), () => ({})),
  refusals: ['card-not-found'],
});
