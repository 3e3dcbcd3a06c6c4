import { SCENARIOS, scenarioKeyOf, type ScenarioKey } from '../scenarios.ts';
import { CARD_NUMBER_DIGITS, passesLuhn, schemeOf, type Scheme } from '../world/card-number.ts';
import type { Result } from './decline-results.ts';

/** The facts about a card that the sandbox stores. It stores neither number nor CVV: they are used only in their request. */
export interface PayermaxCard {
  readonly scenario: ScenarioKey;
  /** Typed by the payer, or out of Apple Pay. */
  readonly source: 'CARD' | 'APPLEPAY';
  readonly cardOrg: string;
  readonly bin: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly holder: string | null;
}

/** A card typed into the provider's own page or frame. */
export interface TypedCard {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
  readonly holder: string | null;
}

const CARD_ORGS = { visa: 'VISA', mastercard: 'MASTERCARD' } as const satisfies Record<Scheme, string>;

export function readCard(typed: TypedCard, now: number): PayermaxCard | Result {
  const { number, expiryMonth, expiryYear, cvv, holder } = typed;
  if (!/^\d+$/.test(number) || number.length !== CARD_NUMBER_DIGITS || !passesLuhn(number))
    return { code: 'CARD_INVALID', msg: 'Invalid card number.' };
  const scheme = schemeOf(number);
  if (scheme === null) return { code: 'UNSUPPORT_CARD', msg: 'Card is not supported.' };
  const isMonth = Number.isInteger(expiryMonth) && expiryMonth >= 1 && expiryMonth <= 12;
  if (!isMonth || !Number.isInteger(expiryYear) || Date.UTC(expiryYear, expiryMonth, 1) <= now)
    return { code: 'CARD_EXPIRE_DATE_INVALID', msg: 'Invalid expiry date.' };
  if (!/^\d{3,4}$/.test(cvv)) return { code: 'CVV_INVALID', msg: 'Invalid CVV.' };
  return {
    scenario: scenarioKeyOf(number),
    source: 'CARD',
    cardOrg: CARD_ORGS[scheme],
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth,
    expiryYear,
    holder,
  };
}

/** The test card of a scenario, with a valid expiry date and CVV. */
export function cardOf(scenario: ScenarioKey, now: number): PayermaxCard {
  const expiryYear = new Date(now).getUTCFullYear() + 3;
  const { number } = SCENARIOS[scenario];
  const card = readCard({ number, expiryMonth: 12, expiryYear, cvv: '100', holder: null }, now);
  if ('code' in card) throw new Error(`scenario ${scenario} has a card that its own sandbox refuses`);
  return card;
}

export function walletCard(scenario: ScenarioKey, now: number): PayermaxCard {
  return { ...cardOf(scenario, now), source: 'APPLEPAY' };
}

/** "424242******4242" */
export function maskedNumber({ bin, last4 }: PayermaxCard): string {
  return `${bin}******${last4}`;
}
