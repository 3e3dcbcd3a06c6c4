import { accountId, type AccountId, type CardScheme, type SeenCard } from '@jawhara/domain';
import { stored } from './stored.ts';
import { storedLogin } from './stored-login.ts';
import { parseSourceId } from './stored-pay-method.ts';

/** The saved cards as last seen here, and by whom: nobody else may see them, not even by their last digits. */
export interface SeenCards {
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

/** Those that whoever is here now has seen. */
export function readSeenCards(): readonly SeenCard[] {
  const seen = storedSeenCards.read();
  return seen !== null && seen.by === whoIsHere() ? seen.cards : NOTHING_SEEN;
}
