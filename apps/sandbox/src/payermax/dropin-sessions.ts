import type { PayermaxCard } from './card.ts';
import { newSecret } from './ids.ts';

export const SESSION_LIVES_MS = 30 * 60_000;

export interface DropinRequest {
  /** Null: the session was made by a control call for a test, and is valid for any user. */
  readonly userId: string | null;
  /** Whether the fields may offer to save the card. */
  readonly offersToKeep: boolean;
  /** Components that may be drawn with it: CARD, APPLEPAY. */
  readonly components?: readonly string[];
  /** Texts and amounts of a wallet's sheet. */
  readonly total?: { readonly cents: number | null; readonly currency: string };
}

export interface DropinSession extends Required<DropinRequest> {
  readonly clientKey: string;
  readonly sessionKey: string;
  readonly expiresAt: number;
}

/** The card behind a one-time token, and whether the payer has agreed to save it. */
export interface Proof {
  readonly card: PayermaxCard;
  readonly session: DropinSession;
  readonly isAgreed: boolean;
}

export interface DropinSessions {
  open(sessionRequest: DropinRequest): DropinSession;
  find(sessionKey: string): DropinSession | null;
  /** The token works once, and only with the session it was made in. */
  prove(session: DropinSession, card: PayermaxCard, isAgreed: boolean): string;
  look(paymentToken: string, sessionKey: string): Proof | null;
  spend(paymentToken: string): void;
  clear(): void;
}

export function createDropinSessions(now: () => number): DropinSessions {
  const sessions = new Map<string, DropinSession>();
  const proofs = new Map<string, Proof>();

  /** Oldest first: a map remembers the order of its keys. */
  function sweep(): void {
    for (const [key, { expiresAt }] of sessions) {
      if (expiresAt > now()) break;
      sessions.delete(key);
    }
    for (const [token, { session }] of proofs) {
      if (session.expiresAt > now()) break;
      proofs.delete(token);
    }
  }

  function find(sessionKey: string): DropinSession | null {
    const session = sessions.get(sessionKey);
    return session && session.expiresAt > now() ? session : null;
  }

  return {
    open(sessionRequest) {
      sweep();
      const session = {
        components: ['CARD'],
        total: { cents: null, currency: '' },
        ...sessionRequest,
        clientKey: newSecret(),
        sessionKey: newSecret(),
        expiresAt: now() + SESSION_LIVES_MS,
      };
      sessions.set(session.sessionKey, session);
      return session;
    },
    find,
    prove(session, card, isAgreed) {
      const token = newSecret();
      proofs.set(token, { card, session, isAgreed: isAgreed && session.offersToKeep });
      return token;
    },
    look(paymentToken, sessionKey) {
      const proof = proofs.get(paymentToken);
      return proof && proof.session === find(sessionKey) ? proof : null;
    },
    spend: (paymentToken) => void proofs.delete(paymentToken),
    clear() {
      sessions.clear();
      proofs.clear();
    },
  };
}
