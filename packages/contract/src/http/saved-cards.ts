import {
  readCardExpiry,
  WALLET_SOURCE,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type OrderId,
  type PaySource,
  type SavedCard,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireAccountId, wireCardSourceId, wireOrderId, wireSource, wireTime } from '../wire-types.ts';

/** The device's own word for itself. Nobody is known by it: identity is the cookie and the session. */
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

/** As a JSON value, or as a query writes it. */
const wireFlag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1, '0', '1', 'true', 'false'])]),
  v.transform((flag) => flag === true || flag === 1 || flag === '1' || flag === 'true'),
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

/** On the wire a wallet pretends to be a card; here it stops. */
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

/** How this device or session has paid before, newest first: all of it; what of it is shown is a rule of the list. */
export const listSavedCards = endpoint({
  name: 'listSavedCards',
  methods: ['POST', 'GET'],
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

/** The card an order was paid with; null while the provider has not said. */
export const readCardOfOrder = endpoint({
  name: 'readCardOfOrder',
  methods: ['GET'],
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
      v.object({ card: v.nullable(cardSchema) }),
      v.transform((wire) => wire.card),
    ),
    (card: SavedCard | null) => ({ card: card && writeCard(card) }),
  ),
  refusals: ['order-not-found'],
});

/** What stays null stays as it is. */
export interface CardUpdate {
  readonly sourceId: CardSourceId;
  readonly expiry: CardExpiry | null;
  readonly isRemembered: boolean | null;
}

/** The payer's choice to be remembered, a new date, or both. */
export const updateSavedCard = endpoint({
  name: 'updateSavedCard',
  methods: ['GET', 'POST'],
  path: '/api/web/update_card_source/',
  request: codec(
    v.pipe(
      v.object({
        source_id: wireCardSourceId,
        // A form sends an empty date where nothing was typed.
        card_valid_date: v.optional(v.union([v.literal(''), wireExpiry]), ''),
        is_remember: v.optional(wireFlag),
        source: wireSource,
        h5_deviceid: wireDevice,
      }),
      v.forward(
        v.check((wire) => wire.card_valid_date !== '' || wire.is_remember !== undefined),
        ['card_valid_date'],
      ),
      v.transform((wire): CardUpdate => ({
        sourceId: wire.source_id,
        expiry: wire.card_valid_date === '' ? null : wire.card_valid_date,
        isRemembered: wire.is_remember ?? null,
      })),
    ),
    (update: CardUpdate) => ({
      source_id: update.sourceId as string,
      card_valid_date: (update.expiry ?? '') as string,
      ...(update.isRemembered === null ? {} : { is_remember: update.isRemembered }),
      source: 1,
    }),
  ),
  answer: codec(v.object({}), () => ({})),
  refusals: ['card-not-found', 'card-not-updated', 'too-many-tries'],
});

/** Forgets a card here and at its provider, however often it was saved. */
export const deleteSavedCard = endpoint({
  name: 'deleteSavedCard',
  methods: ['GET', 'POST'],
  path: '/api/web/delete_card_source/',
  request: codec(
    v.pipe(
      v.object({ fingerprint: wireFingerprint, h5_deviceid: wireDevice }),
      v.transform((wire) => ({ fingerprint: wire.fingerprint })),
    ),
    (request: { fingerprint: CardFingerprint }) => ({ fingerprint: request.fingerprint as string }),
  ),
  answer: codec(v.object({}), () => ({})),
  refusals: ['card-not-found', 'card-not-updated'],
});
