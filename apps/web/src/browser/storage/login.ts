import { wireRecipient, type AccountFace } from '@jawhara/contract';
import {
  accountId,
  type AccountId,
  type CardScheme,
  type SeenCard,
  type WALLET_SOURCE,
} from '@jawhara/domain';
import { parseRecipient, storedPaidRecipients, storedRecipientHistory } from './recipients.ts';
import { stored, STORAGE_PREFIX } from './stored.ts';
import { parseSourceId } from './purchase.ts';

/** Who is signed in here, and the key that says so. */
export interface StoredLogin {
  readonly sessionKey: string;
  readonly account: AccountFace;
  /** When the server gave this key. */
  readonly storedAtMs: number;
}

export const SESSION_KEY = /^[0-9a-f]{64}$/;

function parseLogin(json: unknown): StoredLogin | null {
  const { session_key: key, user, kept_at: storedAtMs } = json as Record<string, unknown>;
  // A face is written as a recipient is: the reader of those is on every page already.
  const account = parseRecipient(user);
  if (typeof key !== 'string' || !SESSION_KEY.test(key) || account === null) return null;
  return { sessionKey: key, account, storedAtMs: typeof storedAtMs === 'number' ? storedAtMs : 0 };
}

/** Who am I? The one place the whole site reads it from. One value, so that key and face never disagree. */
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

/** The last ticket of the app that was answered, by yes or by no: the same link asks only once. */
export const storedTicket = stored<string>({
  key: 'login_ticket',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (ticket) => ticket,
});

/** The saved cards as last seen here, and by which account: no other account may see them, not even their last digits. */
interface SeenCards {
  /** Null: a visitor who was not signed in. */
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

/** Names each thing it keeps: whatever else a card carries stays out. */
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

/** The stored cards, if the visitor of now is the one who saw them. */
export function readSeenCards(): readonly SeenCard[] {
  const seen = storedSeenCards.read();
  return seen !== null && seen.by === whoIsHere() ? seen.cards : NOTHING_SEEN;
}

/** Removes a value without its parser, which may be most of its size. Pages that show the value are loaded anew afterwards. */
export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(`${STORAGE_PREFIX}${key}`);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Keys of purchase.ts that hold a card. */
const CARD_KEYS = ['last_pay_card', 'last_success_card', 'step_card'];
const LAST_PURCHASE_KEY = 'last_purchase';
/** As it is stored. Only the type is imported: its module would bring the packs along. */
const WALLET: `"${(typeof WALLET_SOURCE)['sourceId']}"` = '"apple_pay"';

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(STORAGE_PREFIX + key);
  } catch {
    return null;
  }
}

/** The purchase stays the device's, its card does not. A text that cannot be read goes whole. */
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

/** The cards of an account that leaves this browser: their names go, the last purchase and a wallet stay the device's. */
export function forgetPayCards(): void {
  storedSeenCards.forget();
  for (const key of CARD_KEYS) if (textAt(key) !== WALLET) forgetStored(key);
  forgetCardOfLastPurchase();
}

/** Whom the account has paid for on other devices is its own affair; whom this device has paid for stays. */
function forgetTheirRecipients(): void {
  const paid = storedPaidRecipients.read() ?? [];
  const theirs = paid.filter(({ orderId }) => orderId === null);
  if (theirs.length === 0) return;
  storedPaidRecipients.write(paid.filter((one) => !theirs.includes(one)));
  storedRecipientHistory.write(
    (storedRecipientHistory.read() ?? []).filter(
      (face) => !theirs.some(({ accountId }) => accountId === face.accountId),
    ),
  );
}

/** Removes the login, and everything that was shown only to its account. */
export function forgetLogin(): void {
  storedLogin.forget();
  forgetPayCards();
  forgetStored('packs');
  forgetTheirRecipients();
}
