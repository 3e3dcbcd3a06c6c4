import { wireRecipient, type AccountFace } from '@jawhara/contract';
import {
  accountId,
  type AccountId,
  type CardScheme,
  type Recipient,
  type SeenCard,
  type WALLET_SOURCE,
} from '@jawhara/domain';
import {
  parseRecipient,
  storedConfirmedRecipients,
  storedPaidRecipients,
  storedRecipient,
  storedRecipientHistory,
  type PaidRecipient,
} from './recipients.ts';
import { stored, STORAGE_PREFIX } from './stored.ts';
import { parseSourceId } from './purchase.ts';

/** The signed-in account and its session key. */
export interface StoredLogin {
  readonly sessionKey: string;
  readonly account: AccountFace;
  /** When the server issued this session key. */
  readonly storedAtMs: number;
}

export const SESSION_KEY = /^[0-9a-f]{64}$/;

function parseLogin(json: unknown): StoredLogin | null {
  const { session_key: key, user, kept_at: storedAtMs } = json as Record<string, unknown>;
  // An account is stored in the format of a recipient, because that parser is on every page already.
  const account = parseRecipient(user);
  if (typeof key !== 'string' || !SESSION_KEY.test(key) || account === null) return null;
  return { sessionKey: key, account, storedAtMs: typeof storedAtMs === 'number' ? storedAtMs : 0 };
}

/** The login, read by the whole site. Stored as one value, so that session key and account never disagree. */
export const storedLogin = stored<StoredLogin>({
  key: 'login',
  parse: parseLogin,
  format: ({ sessionKey, account, storedAtMs }) => ({
    session_key: sessionKey,
    user: wireRecipient.write(account),
    kept_at: storedAtMs,
  }),
});

const TYPES = ['password', 'facebook', 'google', 'ticket', 'session_key'] as const;

type LoginType = (typeof TYPES)[number];

/** The sign-in method used last on this device. */
export const storedLoginType = stored<LoginType>({
  key: 'login_type',
  parse: (json) => TYPES.find((type) => type === json) ?? null,
  format: (type) => type,
});

/** The app's last ticket that the visitor accepted or declined: the same link asks only once. */
export const storedTicket = stored<string>({
  key: 'login_ticket',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (ticket) => ticket,
});

/** The saved cards as last seen here, and by which account: no other account may see them, not even their last digits. */
interface SeenCards {
  /** Null: a guest. */
  readonly by: AccountId | null;
  readonly cards: readonly SeenCard[];
}

const LAST4 = /^\d{4}$/;
const SCHEMES: readonly unknown[] = ['visa', 'mastercard'] satisfies readonly CardScheme[];

function parseCard(json: unknown): SeenCard | null {
  const { source_id: id, scheme, last4 } = json as Record<string, unknown>;
  const sourceId = parseSourceId(id);
  if (sourceId === null || !SCHEMES.includes(scheme)) return null;
  if (typeof last4 !== 'string' || !LAST4.test(last4)) return null;
  return { sourceId, scheme: scheme as CardScheme, last4 };
}

/** Stores only the named fields; all others of a card are left out. */
export const storedSeenCards = stored<SeenCards>({
  key: 'seen_cards',
  parse: (json) => {
    const { by, cards } = json as Record<string, unknown>;
    if ((by !== null && !Number.isSafeInteger(by)) || !Array.isArray(cards)) return null;
    return {
      by: by === null ? null : accountId(by as number),
      cards: cards.map(parseCard).filter((card) => card !== null),
    };
  },
  format: ({ by, cards }) => ({
    by,
    cards: cards.map(({ sourceId, scheme, last4 }) => ({ source_id: sourceId, scheme, last4 })),
  }),
});

export function whoIsHere(): AccountId | null {
  return storedLogin.read()?.account.accountId ?? null;
}

export const NOTHING_SEEN: readonly SeenCard[] = [];

/** The stored cards, if the current visitor is the one who saw them. */
export function readSeenCards(): readonly SeenCard[] {
  const seen = storedSeenCards.read();
  return seen !== null && seen.by === whoIsHere() ? seen.cards : NOTHING_SEEN;
}

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

/** Keys of purchase.ts whose values name a card. */
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

/** Keeps the last purchase, which belongs to the device, without its card. A text that cannot be parsed is removed whole. */
function forgetCardOfLastPurchase(): void {
  const text = textAt(LAST_PURCHASE_KEY);
  if (text === null) return;
  try {
    const last = JSON.parse(text) as Record<string, unknown>;
    localStorage.setItem(STORAGE_PREFIX + LAST_PURCHASE_KEY, JSON.stringify({ ...last, card: null }));
  } catch {
    forgetStored(LAST_PURCHASE_KEY);
  }
}

/** Removes the cards of an account that leaves this browser. The last purchase and a wallet belong to the device and stay. */
export function forgetPayCards(): void {
  storedSeenCards.forget();
  for (const key of CARD_KEYS) if (textAt(key) !== WALLET) forgetStored(key);
  forgetCardOfLastPurchase();
}

/** Keys whose values name one order. */
const ORDER_KEYS = ['last_order_id', 'open_order_id', 'remember_asked', 'seen_paid', 'told_result'];

type Fields = Readonly<Record<string, unknown>>;

function entriesAt(key: string): readonly Fields[] {
  try {
    const json: unknown = JSON.parse(textAt(key) ?? '[]');
    return Array.isArray(json) ? json.filter((one) => typeof one === 'object' && one !== null) : [];
  } catch {
    return [];
  }
}

/** An empty list is removed. Broken entries go too: nobody can say whose they were. */
function keepEntries(key: string, stays: (entry: Fields) => boolean): readonly Fields[] {
  const staying = entriesAt(key).filter(stays);
  forgetStored(key);
  try {
    if (staying.length > 0) localStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(staying));
  } catch {
    // The entries are gone, which is what matters here.
  }
  return staying;
}

/** Without a parser, as in `forgetStored`. Ids of orders that visitors placed on this device. */
function forgetTheirOrders(): ReadonlySet<unknown> {
  const ids = new Set(keepEntries('orders', ({ by }) => by === null).map(({ order_id: id }) => id));
  for (const key of ORDER_KEYS) {
    const id = textAt(key)?.replaceAll('"', '');
    if (id !== undefined && !ids.has(id)) forgetStored(key);
  }
  return ids;
}

const isSameFace = (face: Recipient | null, { accountId }: PaidRecipient): boolean =>
  face?.accountId === accountId;

/** Only recipients that visitors paid for on this device stay; the others were looked up or paid for by the account. */
function forgetTheirRecipients(visitorsOrders: ReadonlySet<unknown>): void {
  const stay = (storedPaidRecipients.read() ?? []).filter(({ orderId }) => visitorsOrders.has(orderId));
  const stays = (face: Recipient | null): boolean => stay.some((paid) => isSameFace(face, paid));
  storedPaidRecipients.write(stay);
  storedRecipientHistory.write((storedRecipientHistory.read() ?? []).filter(stays));
  storedConfirmedRecipients.write(stay.map(({ accountId }) => accountId));
  if (!stays(storedRecipient.read())) storedRecipient.forget();
  if (!stays(lastPurchaseRecipient())) forgetStored(LAST_PURCHASE_KEY);
}

function lastPurchaseRecipient(): Recipient | null {
  try {
    return parseRecipient((JSON.parse(textAt(LAST_PURCHASE_KEY) ?? 'null') as Fields | null)?.['recipient']);
  } catch {
    return null;
  }
}

/** [ORD-19] Removes what only the account that leaves this browser may see: cards, orders, recipients, reports. */
export function forgetTheirs(): void {
  forgetPayCards();
  forgetTheirRecipients(forgetTheirOrders());
  keepEntries('reports', ({ is_signed_in: isSignedIn }) => isSignedIn !== true);
  forgetStored('report_draft');
  forgetStored('last_pay_amount');
  forgetStored('packs');
}

/** Removes the login, and everything that was shown only to its account. */
export function forgetLogin(): void {
  storedLogin.forget();
  forgetTheirs();
}
