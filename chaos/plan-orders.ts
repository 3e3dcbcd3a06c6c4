import {
  PROVIDER_NUMBERS,
  ADYEN,
  CARD_PROVIDERS,
  CHECKOUT_COM,
  type ProviderNumber,
  type CardProvider,
} from '@jawhara/domain';
import { PROVIDER_FACTS, WALLET_PROVIDERS } from './every-provider.ts';
import { planTroubles, type Trouble, type Troubles } from './plan-trouble.ts';
import { pick, pickWeighted, seededChance, wholeBetween, type Chance } from './seeded-chance.ts';

/** Where nobody can look it up, money that nobody tells of would be nobody's: Adyen promises to tell. */
const WITH_BOOKS = PROVIDER_NUMBERS.filter((provider) => PROVIDER_FACTS[provider].losesPost);

/** What a payer meets, and how often. `card` is the sandbox's name for the card that does it. */
export const KINDS = {
  approved: { card: 'approve', weight: 28 },
  // The bank asks nobody whom a wallet has asked.
  'challenge-passed': { card: 'challenge', weight: 14, atBank: 'passes', onlyAt: CARD_PROVIDERS },
  'challenge-failed': { card: 'challenge', weight: 5, atBank: 'fails', onlyAt: CARD_PROVIDERS },
  'challenge-abandoned': {
    card: 'challenge',
    weight: 4,
    atBank: 'leaves',
    endsByExpiry: true,
    onlyAt: CARD_PROVIDERS,
  },
  'sheet-abandoned': {
    card: 'approve',
    weight: 3,
    leavesSheet: true,
    endsByExpiry: true,
    onlyAt: WALLET_PROVIDERS,
  },
  'pending-approved': { card: 'pending-then-approved', weight: 10 },
  'pending-declined': { card: 'pending-then-declined', weight: 5 },
  'answer-lost': { card: 'answer-lost', weight: 7 },
  'error-before-charge': { card: 'error-before-charge', weight: 3, endsByExpiry: true },
  'error-after-charge': { card: 'error-after-charge', weight: 7 },
  'no-funds': { card: 'insufficient-funds', weight: 5 },
  'webhook-never': { card: 'webhook-never', weight: 6, atLeast: 6, onlyAt: WITH_BOOKS },
  'wrong-amount': { card: 'wrong-amount', weight: 3 },
  // Where its answer is lost as well, the right amount comes through another provider.
  'wrong-amount-elsewhere': { card: 'wrong-amount', weight: 4, turns: 'at-once' },
  'charged-twice': { card: 'approve', weight: 3, onlyAt: [CHECKOUT_COM] },
  'paid-elsewhere': { card: 'error-before-charge', weight: 4, turns: 'at-once' },
  // Charged in silence, and its word comes after another provider's success.
  'late-success': { card: 'error-after-charge', weight: 5, onlyAt: [ADYEN], turns: 'at-once' },
  // The payer does not want it any more, and it is paid all the same.
  'cancelled-pending': { card: 'pending-then-approved', weight: 4, cancels: true },
  'cancelled-at-bank': {
    card: 'challenge',
    weight: 5,
    atLeast: 5,
    atBank: 'passes',
    cancels: true,
    onlyAt: CARD_PROVIDERS,
  },
} as const satisfies Record<string, Kind>;

interface Kind {
  readonly card: string;
  readonly weight: number;
  readonly atBank?: 'passes' | 'fails' | 'leaves';
  /** Closes the page while the wallet's sheet is open. */
  readonly leavesSheet?: true;
  /** Nobody will ever say yes or no, so only time ends it. */
  readonly endsByExpiry?: true;
  readonly onlyAt?: readonly ProviderNumber[];
  /** In a large wave. */
  readonly atLeast?: number;
  /** Gives up as soon as the page allows it, and goes through with the bank's check in the other window. */
  readonly cancels?: true;
  /** Goes to another provider as soon as the page offers it, whatever the temper of the payer. */
  readonly turns?: 'at-once';
}

export type KindName = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as KindName[];

export function kindOf(name: KindName): Kind {
  return KINDS[name];
}

/** Accounts and packs of the seed data. */
const RECIPIENTS = [1001, 1002, 1003, 1004, 1005, 1006];
const PACKS = ['gems-100', 'gems-320', 'gems-540', 'gems-1060', 'gems-2200', 'gems-3400', 'gems-5800'];
const DOUBLE_PRESS_SHARE = 0.25;
const TURNS_SHARE = 0.65;
const STARTS_WITHIN_MS = 1_200;
/** Some have none at all. */
const PATIENCE_MS = { least: -2_000, most: 3_000 };

/** What the second card does that a payer brings to another provider, and how often. */
const CARDS_AGAIN = {
  approve: 12,
  'answer-lost': 3,
  'error-after-charge': 2,
  'pending-then-approved': 2,
  challenge: 2,
  'insufficient-funds': 2,
} as const;

export interface PlannedOrder {
  /** Names the request: every id made for this order starts with it. */
  readonly name: string;
  readonly kind: KindName;
  /** The browser's secret, 64 hex digits. */
  readonly device: string;
  readonly recipientId: number;
  readonly rechargeId: string;
  readonly provider: ProviderNumber;
  /** Where the payer goes when the page says that nobody answers and offers another provider; empty: they wait. */
  readonly turnsTo: readonly CardProvider[];
  readonly cardAgain: keyof typeof CARDS_AGAIN;
  readonly patienceMs: number;
  readonly presses: 1 | 2;
  readonly startsAfterMs: number;
  readonly atBankForMs: number;
  /** How long a wallet's sheet is open before its owner agrees. */
  readonly atSheetForMs: number;
}

export interface PlannedWave {
  readonly orders: readonly PlannedOrder[];
  readonly troubles: Troubles;
}

export interface Plan {
  /** Their provider decides long after they have expired. */
  readonly late: readonly PlannedOrder[];
  readonly waves: readonly PlannedWave[];
}

/** From here on every kind of trouble comes up often enough to be counted on. */
export const LARGE_WAVE = 60;
const LATE_SHARE = 0.25;
/** Of a large run: each of them is paid after it expired, which comes up nowhere else for sure. */
const LATE_AT_LEAST = 25;

const weightOfKind = (name: KindName): number => KINDS[name].weight;

function pickProvider(chance: Chance, { onlyAt = PROVIDER_NUMBERS }: Kind): ProviderNumber {
  return pickWeighted(chance, onlyAt, (provider) => PROVIDER_FACTS[provider].share);
}

/** Every number is drawn for every order, so that one kind does not change the luck of the next. */
function planOrder(chance: Chance, name: string, kindName: KindName): PlannedOrder {
  const kind = kindOf(kindName);
  const provider = pickProvider(chance, kind);
  const others = CARD_PROVIDERS.filter((other) => other !== provider);
  const turnsTo = chance() < 0.5 ? others : others.toReversed();
  const isPatient = chance() >= TURNS_SHARE;
  const patienceMs = Math.max(0, wholeBetween(chance, PATIENCE_MS.least, PATIENCE_MS.most));
  const cards = Object.keys(CARDS_AGAIN) as (keyof typeof CARDS_AGAIN)[];
  const cardAgain = pickWeighted(chance, cards, (card) => CARDS_AGAIN[card]);
  const isSure = kind.turns === 'at-once';
  return {
    name,
    kind: kindName,
    device: Array.from({ length: 64 }, () => wholeBetween(chance, 0, 15).toString(16)).join(''),
    recipientId: pick(chance, RECIPIENTS),
    rechargeId: pick(chance, PACKS),
    provider,
    turnsTo: isSure || !isPatient ? turnsTo : [],
    cardAgain: isSure ? 'approve' : cardAgain,
    patienceMs: isSure ? 0 : patienceMs,
    presses: chance() < DOUBLE_PRESS_SHARE ? 2 : 1,
    startsAfterMs: wholeBetween(chance, 0, STARTS_WITHIN_MS),
    atBankForMs: wholeBetween(chance, 200, 5_000),
    atSheetForMs: wholeBetween(chance, 100, 3_000),
  };
}

/** Some of each first, so that no truth is ever counted over nothing. */
function firstKinds(ordersPerWave: number): KindName[] {
  return KIND_NAMES.flatMap((name) => {
    const { atLeast = 1 } = kindOf(name);
    return Array.from({ length: ordersPerWave >= LARGE_WAVE ? atLeast : 1 }, () => name);
  });
}

/** One wave of orders for each trouble. The same seed plans the same orders, cards, presses, pauses and dials. */
export function planOrders(seed: number, waves: readonly Trouble[], ordersPerWave: number): Plan {
  const chance = seededChance(seed);
  const first = firstKinds(ordersPerWave);
  const lateShare = Math.ceil(ordersPerWave * LATE_SHARE);
  const lateOrders = ordersPerWave >= LARGE_WAVE ? Math.max(LATE_AT_LEAST, lateShare) : lateShare;
  return {
    waves: waves.map((trouble, wave) => ({
      troubles: planTroubles(chance, trouble),
      orders: Array.from({ length: ordersPerWave }, (_order, number) => {
        const kind = first[number] ?? pickWeighted(chance, KIND_NAMES, weightOfKind);
        return planOrder(chance, `chaos-wave-${wave + 1}-order-${number + 1}`, kind);
      }),
    })),
    late: Array.from({ length: lateOrders }, (_order, number) => {
      const order = planOrder(chance, `chaos-late-order-${number + 1}`, 'pending-approved');
      return { ...order, turnsTo: [] };
    }),
  };
}

/** One more visitor, who only wants to know whether the shop is open again. */
export function planProbe(wave: number): PlannedOrder & { readonly provider: CardProvider } {
  const chance = seededChance(wave);
  const probe = planOrder(chance, `chaos-wave-${wave}-probe`, 'approved');
  return { ...probe, provider: CHECKOUT_COM, turnsTo: [], presses: 1, startsAfterMs: 0 };
}
