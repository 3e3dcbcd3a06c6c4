import {
  isOrderId,
  usdCents,
  type OrderId,
  type UsdCents,
  isPayType,
  type CardSourceId,
  type PayType,
  type Recipient,
  readDisplayId,
  type DisplayId,
  type GemPack,
} from '@jawhara/domain';
import { wireRecipient, listGemPacks, parse, type RechargeList } from '@jawhara/contract';
import { stored } from './stored.ts';
import { parseRecipient } from './recipients.ts';
import { track } from '../event-queue.ts';

function parseCents(json: unknown): UsdCents | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? usdCents(json) : null;
}

function parseOrderId(json: unknown): OrderId | null {
  return typeof json === 'string' && isOrderId(json) ? json : null;
}

/** The pack being bought; survives a reload, unlike anything typed into a card field. */
export const storedChosenAmount = stored<UsdCents>({
  key: 'chosen_amount',
  parse: parseCents,
  format: (cents) => cents,
});

/** The amount of the last successful payment. */
export const storedLastPaidAmount = stored<UsdCents>({
  key: 'last_pay_amount',
  parse: parseCents,
  format: (cents) => cents,
});

/** The order of this device whose outcome is unknown. */
export const storedOpenOrderId = stored<OrderId>({
  key: 'open_order_id',
  parse: parseOrderId,
  format: (id) => id,
});

const SOURCE_ID = /^[A-Za-z0-9_-]{4,200}$/;

export function parseSourceId(json: unknown): CardSourceId | null {
  return typeof json === 'string' && SOURCE_ID.test(json) ? (json as CardSourceId) : null;
}

/** The pay type used on this device, until the payer chooses another. */
export const storedLastPayType = stored<PayType>({
  key: 'last_pay_type',
  parse: (json) => (typeof json === 'number' && isPayType(json) ? json : null),
  format: (payType) => payType,
});

/** The server's id of the preselected card; no card data. */
export const storedLastPayCard = stored<CardSourceId>({
  key: 'last_pay_card',
  parse: parseSourceId,
  format: (sourceId) => sourceId,
});

/** The order after which the payer was asked whether to save the card: not asked again, even if the page is reopened. */
export const storedRememberPrompted = stored<OrderId>({
  key: 'remember_asked',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (orderId) => orderId,
});

/** The card of the open pay step, so that a reload shows the same one; an address should not name a card. */
export const storedStepCard = stored<CardSourceId>({
  key: 'step_card',
  parse: parseSourceId,
  format: (sourceId) => sourceId,
});

/** The pay type of the last successful payment; later choices and attempts do not change it. */
export const storedLastSuccessPayType = stored<PayType>({
  key: 'last_success_pay_type',
  parse: (json) => (typeof json === 'number' && isPayType(json) ? json : null),
  format: (payType) => payType,
});

/** The server's id of the card of the last successful payment. */
export const storedLastSuccessCard = stored<CardSourceId>({
  key: 'last_success_card',
  parse: parseSourceId,
  format: (sourceId) => sourceId,
});

/** A request that was sent, or was about to be, and got no answer. Contains no token and no card data. */
interface PendingRequest {
  readonly requestId: string;
  readonly sentAtMs: number;
}

export const storedPendingRequest = stored<PendingRequest>({
  key: 'pending_request',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { request_id: requestId, sent_at: sentAtMs } = json as Record<string, unknown>;
    if (typeof requestId !== 'string' || typeof sentAtMs !== 'number') return null;
    return { requestId, sentAtMs };
  },
  format: (pending) => ({ request_id: pending.requestId, sent_at: pending.sentAtMs }),
});

export const storedLastOrderId = stored<OrderId>({
  key: 'last_order_id',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (id) => id,
});

/** The last successful payment of this device. Later choices do not change it. */
export interface LastPurchase {
  readonly amount: UsdCents;
  readonly recipient: Recipient;
  /** The server's id of the card that paid; null until it is known. Only the server knows whether the card is saved. */
  readonly card: CardSourceId | null;
}

/** Stored as one value, so that a recipient is never shown with the amount of another. */
export const storedLastPurchase = stored<LastPurchase>({
  key: 'last_purchase',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { amount: cents, recipient: person, card } = json as Record<string, unknown>;
    const amount = parseCents(cents);
    const recipient = parseRecipient(person);
    return amount === null || recipient === null ? null : { amount, recipient, card: parseSourceId(card) };
  },
  format: ({ amount, recipient, card }) => ({ amount, recipient: wireRecipient.write(recipient), card }),
});

/** The fine, and the amount that its payer has seen and agreed to. Another amount must be shown before it is paid. */
export interface AgreedFine {
  readonly displayId: DisplayId;
  readonly amountUsdCents: UsdCents;
}

function parseAgreed(json: unknown): AgreedFine | null {
  const { display_id: id, amount } = json as Record<string, unknown>;
  const reading = readDisplayId(typeof id === 'string' ? id : '');
  const amountUsdCents = parseCents(amount);
  if (reading.kind !== 'read' || amountUsdCents === null) return null;
  return { displayId: reading.displayId, amountUsdCents };
}

/** Stored for the visit only, for a reload of the card step. */
export const storedAgreedFine = stored<AgreedFine>(
  {
    key: 'agreed_fine',
    parse: parseAgreed,
    format: ({ displayId, amountUsdCents }) => ({ display_id: displayId, amount: amountUsdCents }),
  },
  () => globalThis.sessionStorage ?? null,
);

/** A purchase that continues on another host, or, from inside the app, in the system browser. */
interface Left {
  readonly atMs: number;
  readonly to: 'host' | 'browser';
}

/** Stored for this window: a payer who comes back to it is shown the outcome of the purchase there. */
export const storedLeft = stored<Left>(
  {
    key: 'left',
    parse(json) {
      const { at_ms: atMs, to } = (json ?? {}) as Record<string, unknown>;
      if (typeof atMs !== 'number' || !Number.isFinite(atMs)) return null;
      return to === 'host' || to === 'browser' ? { atMs, to } : null;
    },
    format: ({ atMs, to }) => ({ at_ms: atMs, to }),
  },
  () => globalThis.sessionStorage ?? null,
);

/** The order that was last shown as paid: shown again, it does not count as new. */
export const storedSeenPaid = stored<OrderId>({
  key: 'seen_paid',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (id) => id,
});

/** The order whose result last renewed the page view id; showing the same result again does not renew it. */
export const storedTrackedResult = stored<OrderId>({
  key: 'told_result',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (id) => id,
});

/**
 * The device id in a provider's return address. Stored as specified and trusted for nothing, because any address can
 * contain it.
 */
export const storedReturnDevice = stored<string>({
  key: 'h5_device_id',
  parse: (json) => (typeof json === 'string' && /^[\w-]{1,64}$/.test(json) ? json : null),
  format: (id) => id,
});

/** The packs as last seen, so that the page works without a network. */
export const storedPacks = stored<RechargeList>({
  key: 'packs',
  parse: (json) => {
    const reading = parse(listGemPacks.answer, json);
    return reading.kind === 'parsed' ? reading.value : null;
  },
  // A price estimate in local currency is valid only for a while, so it is not stored.
  format: ({ rows, ...list }) =>
    listGemPacks.answer.write({ ...list, rows: rows.map(({ estimate: _old, ...row }) => row) }),
});

/** Stores a pressed pack as the chosen one and reports the press to analytics. */
export function choosePack({ priceUsdCents: amount, gems, rechargeId: goodId }: GemPack): void {
  storedChosenAmount.write(amount);
  track({ step: 'item_click', at: 'home', amount, gems, goodId });
}
