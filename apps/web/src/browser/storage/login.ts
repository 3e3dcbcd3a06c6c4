import { wireRecipient, type AccountFace } from '@jawhara/contract';
import { accountId, type AccountId, type CardScheme, type SeenCard } from '@jawhara/domain';
import { parseRecipient } from './recipients.ts';
import { stored } from './stored.ts';
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

/** The app's last ticket that the visitor accepted or declined: the page does not ask about the same link again. */
export const storedTicket = stored<string>({
  key: 'login_ticket',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (ticket) => ticket,
});

/** The saved cards as last seen here, and by which account: no other account may see them, not even their last digits. */
interface SeenCards {
  /** Null: nobody was signed in. */
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

/** Stores only id, scheme and last four digits of each card. */
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
 * A session ends after thirty days without use. Its key is replaced at most once a day, because an answer lost on its way
 * would end the login.
 */
export const REFRESH_AFTER_MS = 24 * 3_600_000;

/** Whether the session key is old enough to be replaced. */
export function isKeyDue(login: StoredLogin, nowMs: number): boolean {
  return nowMs - login.storedAtMs >= REFRESH_AFTER_MS;
}
