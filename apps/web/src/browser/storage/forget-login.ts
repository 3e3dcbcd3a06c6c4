import type { Recipient, WALLET_SOURCE } from '@jawhara/domain';
import { storedLogin, storedSeenCards } from './login.ts';
import {
  parseRecipient,
  storedConfirmedRecipients,
  storedPaidRecipients,
  storedRecipient,
  storedRecipientHistory,
} from './recipients.ts';
import { STORAGE_PREFIX } from './stored.ts';

/**
 * Removes a value without loading its parser, which may be most of its code. Pages that show the value are reloaded
 * afterwards.
 */
export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(`${STORAGE_PREFIX}${key}`);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Keys of purchase.ts whose values are ids of cards. */
const CARD_KEYS = ['last_pay_card', 'last_success_card', 'step_card'];
const LAST_PURCHASE_KEY = 'last_purchase';
/** The wallet's stored value. Only its type is imported, because the module would load the packs too. */
const WALLET: `"${(typeof WALLET_SOURCE)['sourceId']}"` = '"apple_pay"';

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(STORAGE_PREFIX + key);
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function jsonAt(key: string): unknown {
  try {
    return JSON.parse(textAt(key) ?? 'null');
  } catch {
    return null;
  }
}

function keep(key: string, json: unknown): void {
  forgetStored(key);
  try {
    if (json !== null) localStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(json));
  } catch {
    // The browser refused to store the shortened value; the old one is removed already, which is enough.
  }
}

/** Keys whose values are the id of an order. */
const ORDER_KEYS = ['last_order_id', 'open_order_id', 'remember_asked', 'seen_paid', 'told_result'];

/** Keeps the entries of a stored list for which `stays` is true. Broken entries are removed: their owner is unknown. */
function keepEntries(key: string, stays: (entry: Fields) => boolean): readonly Fields[] {
  const json = jsonAt(key);
  const all = Array.isArray(json) ? json : [];
  const staying = all.filter((one: Fields | null) => typeof one === 'object' && one !== null && stays(one));
  keep(key, staying.length === 0 ? null : staying);
  return staying;
}

/** Removes the orders of accounts. Returns the ids of those that stay: placed here without a login. Uses no parser. */
function forgetTheirOrders(): ReadonlySet<unknown> {
  const ids = new Set(keepEntries('orders', ({ by }) => by === null).map(({ order_id: id }) => id));
  for (const key of ORDER_KEYS) if (!ids.has(jsonAt(key))) forgetStored(key);
  return ids;
}

/** Only recipients paid for here without a login stay; the others were looked up or paid for by the account. */
function forgetTheirRecipients(visitorsOrders: ReadonlySet<unknown>): void {
  const paid = (storedPaidRecipients.read() ?? []).filter(({ orderId }) => visitorsOrders.has(orderId));
  const ids = paid.map(({ accountId: id }) => id);
  const stays = (face: Recipient | null): boolean => face !== null && ids.includes(face.accountId);
  storedPaidRecipients.write(paid);
  storedRecipientHistory.write((storedRecipientHistory.read() ?? []).filter(stays));
  storedConfirmedRecipients.write(ids);
  if (!stays(storedRecipient.read())) storedRecipient.forget();
  // A last purchase for one of these recipients stays, without its card.
  const last = jsonAt(LAST_PURCHASE_KEY) as Fields | null;
  keep(LAST_PURCHASE_KEY, stays(parseRecipient(last?.['recipient'])) ? { ...last, card: null } : null);
}

/** Removes the cards of an account that leaves this browser. A wallet belongs to the device and stays. */
function forgetPayCards(): void {
  storedSeenCards.forget();
  for (const key of CARD_KEYS) if (textAt(key) !== WALLET) forgetStored(key);
}

/** [ORD-19] Removes what only the account that leaves this browser may see: cards, orders, recipients, reports. */
export function forgetTheirs(): void {
  forgetPayCards();
  forgetTheirRecipients(forgetTheirOrders());
  keepEntries('reports', ({ is_signed_in: isSignedIn }) => isSignedIn !== true);
  for (const key of ['report_draft', 'last_pay_amount', 'packs']) forgetStored(key);
}

/** Removes the login, and everything that was shown only to its account. */
export function forgetLogin(): void {
  storedLogin.forget();
  forgetTheirs();
}
