import { SCENARIO_KEYS, scenarioKeyOf, SCENARIOS, type ScenarioKey } from '../scenarios.ts';

/**
 * How the bank authenticates the cardholder.
 * `fingerprint`: by browser data alone. `challenge`: by browser data, then by a password.
 * `challenge-only`: by a password at once. `redirect`: by a password on the bank's own page, away from the shop.
 */
export type Asking = 'none' | 'fingerprint' | 'challenge' | 'challenge-only' | 'redirect';

interface OwnCard {
  readonly number: string;
  /** The scenario of the shared list whose result this card has. */
  readonly plays: ScenarioKey;
  readonly asking: Asking;
  readonly title: { readonly en: string; readonly ar: string };
}

/** Adyen's documented test cards. The cards of the list that all providers share (scenarios.ts) work as well. */
export const OWN_CARDS = {
  'adyen-visa': {
    number: '4111111111111111',
    plays: 'approve',
    asking: 'none',
    title: { en: 'Visa, approved at once', ar: 'Visa، قبول فوري' },
  },
  'adyen-mastercard': {
    number: '5555555555554444',
    plays: 'approve-mastercard',
    asking: 'none',
    title: { en: 'Mastercard, approved at once', ar: 'Mastercard، قبول فوري' },
  },
  'adyen-mastercard-second': {
    number: '5500000000000004',
    plays: 'approve-mastercard',
    asking: 'none',
    title: { en: 'Another Mastercard, approved at once', ar: 'Mastercard ثانية، قبول فوري' },
  },
  'adyen-challenge': {
    number: '4917610000000000',
    plays: 'challenge',
    asking: 'challenge',
    title: { en: 'Visa, the bank asks inside the page', ar: 'Visa، البنك يسأل داخل الصفحة' },
  },
  'adyen-challenge-mastercard': {
    number: '5454545454545454',
    plays: 'challenge-mastercard',
    asking: 'challenge',
    title: { en: 'Mastercard, the bank asks inside the page', ar: 'Mastercard، البنك يسأل داخل الصفحة' },
  },
  'challenge-only': {
    number: '4212345678910006',
    plays: 'challenge',
    asking: 'challenge-only',
    title: { en: 'Visa, the bank asks without looking first', ar: 'Visa، البنك يسأل مباشرة' },
  },
  'challenge-redirect': {
    number: '4212345678901237',
    plays: 'challenge',
    asking: 'redirect',
    title: { en: 'Visa, the bank asks on its own page', ar: 'Visa، البنك يسأل في صفحته' },
  },
  'adyen-frictionless': {
    number: '5201281505129736',
    plays: 'frictionless',
    asking: 'fingerprint',
    title: { en: 'Mastercard, recognised without a question', ar: 'Mastercard، تحقق صامت' },
  },
} as const satisfies Record<string, OwnCard>;

type OwnCardKey = keyof typeof OWN_CARDS;

/** The name that a test gives instead of a card number: a scenario of the shared list or one of Adyen's own cards. */
export type AdyenScenario = ScenarioKey | OwnCardKey;

export const OWN_CARD_KEYS = Object.keys(OWN_CARDS) as OwnCardKey[];

export const ADYEN_SCENARIOS: readonly AdyenScenario[] = [...SCENARIO_KEYS, ...OWN_CARD_KEYS];

export function isAdyenScenario(text: unknown): text is AdyenScenario {
  return ADYEN_SCENARIOS.some((key) => key === text);
}

export function numberOf(key: AdyenScenario): string {
  return { ...SCENARIOS, ...OWN_CARDS }[key].number;
}

const ASKING = { none: 'none', frictionless: 'fingerprint', challenge: 'challenge' } as const;

/** The behaviour of a card number. An unknown number is approved without authentication. */
export function behaviourOf(number: string): { readonly scenario: ScenarioKey; readonly asking: Asking } {
  const own = OWN_CARD_KEYS.find((key) => OWN_CARDS[key].number === number);
  if (own !== undefined) return { scenario: OWN_CARDS[own].plays, asking: OWN_CARDS[own].asking };
  const scenario = scenarioKeyOf(number);
  return { scenario, asking: ASKING[SCENARIOS[scenario].authentication] };
}
