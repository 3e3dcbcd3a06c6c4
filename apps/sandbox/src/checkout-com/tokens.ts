import type { OpenedGoogleToken } from '../google-pay/google-tokens.ts';
import { scenarioKeyOf, SCENARIOS, type ScenarioKey } from '../scenarios.ts';
import { CARD_NUMBER_DIGITS, passesLuhn, SCHEME_NAMES, schemeOf } from '../world/card-number.ts';
import { newId } from './ids.ts';

export const TOKEN_LIVES_MS = 15 * 60_000;

/** The facts about a card that the sandbox stores. It stores neither number nor CVV: they are used only in their request. */
export interface CheckoutComCard {
  readonly kind: 'card';
  readonly scenario: ScenarioKey;
  readonly scheme: string;
  readonly bin: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly wallet?: 'googlepay';
}

export interface CardToken {
  readonly kind: 'card';
  readonly token: string;
  readonly expiresAt: number;
  readonly card: CheckoutComCard;
  /** The Google token it was made from. Of all card tokens made from one Google token only one can pay. */
  readonly google?: OpenedGoogleToken;
}

export interface CvvToken {
  readonly kind: 'cvv';
  readonly token: string;
  readonly expiresAt: number;
}

export type Refused = { readonly kind: 'refused'; readonly codes: readonly string[] };

export interface Tokens {
  ofCard(number: string, expiryMonth: number, expiryYear: number, cvv: string | null): CardToken | Refused;
  ofCvv(cvv: string): CvvToken | Refused;
  ofGoogle(google: OpenedGoogleToken | null): CardToken | Refused;
  /** Reads a token without using it up. */
  look(token: string): CheckoutComCard | Refused;
  lookCvv(token: string): CvvToken | Refused;
  /** A token works once. */
  spend(token: string): void;
  clear(): void;
}

function faults(number: string, month: number, year: number, cvv: string | null, now: number): string[] {
  const codes: string[] = [];
  const isWhole = /^\d+$/.test(number) && number.length === CARD_NUMBER_DIGITS && passesLuhn(number);
  if (!isWhole || schemeOf(number) === null) codes.push('card_number_invalid');
  if (!Number.isInteger(month) || month < 1 || month > 12) codes.push('card_expiry_month_invalid');
  else if (!Number.isInteger(year) || Date.UTC(year, month, 1) <= now) codes.push('card_expired');
  if (cvv !== null && !/^\d{3,4}$/.test(cvv)) codes.push('cvv_invalid');
  return codes;
}

function cardOf(number: string, scheme: string, expiryMonth: number, expiryYear: number): CheckoutComCard {
  return {
    kind: 'card',
    scenario: scenarioKeyOf(number),
    scheme,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth,
    expiryYear,
  };
}

export function createTokens(now: () => number): Tokens {
  const alive = new Map<string, CardToken | CvvToken>();

  function keep<Token extends CardToken | CvvToken>(token: Token): Token {
    // Oldest first: the map remembers the order of its keys.
    for (const [key, { expiresAt }] of alive) {
      if (expiresAt > now()) break;
      alive.delete(key);
    }
    alive.set(token.token, token);
    return token;
  }

  return {
    ofCard(number, expiryMonth, expiryYear, cvv) {
      const codes = faults(number, expiryMonth, expiryYear, cvv, now());
      const scheme = schemeOf(number);
      if (codes.length > 0 || scheme === null) return { kind: 'refused', codes };
      const card = cardOf(number, SCHEME_NAMES[scheme], expiryMonth, expiryYear);
      return keep({ kind: 'card', token: newId('tok'), expiresAt: now() + TOKEN_LIVES_MS, card });
    },
    ofCvv(cvv) {
      if (!/^\d{3,4}$/.test(cvv)) return { kind: 'refused', codes: ['cvv_invalid'] };
      return keep({ kind: 'cvv', token: newId('tok'), expiresAt: now() + TOKEN_LIVES_MS });
    },
    ofGoogle(google) {
      if (google === null) return { kind: 'refused', codes: ['token_data_invalid'] };
      if (google.isUsed()) return { kind: 'refused', codes: ['token_used'] };
      const { brand, number } = SCENARIOS[google.scenario];
      const inThreeYears = new Date(now()).getUTCFullYear() + 3;
      const card = { ...cardOf(number, brand, 12, inThreeYears), wallet: 'googlepay' } as const;
      return keep({ kind: 'card', token: newId('tok'), expiresAt: now() + TOKEN_LIVES_MS, card, google });
    },
    look(text) {
      const token = alive.get(text);
      if (token?.kind !== 'card' || token.google?.isUsed())
        return { kind: 'refused', codes: ['token_invalid'] };
      return token.expiresAt > now() ? token.card : { kind: 'refused', codes: ['token_expired'] };
    },
    lookCvv(text) {
      const token = alive.get(text);
      if (token?.kind !== 'cvv') return { kind: 'refused', codes: ['cvv_token_invalid'] };
      return token.expiresAt > now() ? token : { kind: 'refused', codes: ['cvv_token_expired'] };
    },
    spend(text) {
      const token = alive.get(text);
      if (token?.kind === 'card') token.google?.use();
      alive.delete(text);
    },
    clear: () => alive.clear(),
  };
}
