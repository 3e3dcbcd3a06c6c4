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

/**
 * Providers whose payments we can query. At others a payment without a webhook would never be found; Adyen promises to deliver
 * its webhooks.
 */
const WITH_BOOKS = PROVIDER_NUMBERS.filter((provider) => PROVIDER_FACTS[provider].losesPost);

/** The kinds of orders, and how often each occurs. `card` is the sandbox's name of the card that causes it. */
export const KINDS = {
  approved: { card: 'approve', weight: 28 },
  // Banks do not challenge wallet payments.
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
  // The payer may pay again at another provider, which charges the right amount.
  'wrong-amount-elsewhere': { card: 'wrong-amount', weight: 4, turns: 'at-once' },
  'charged-twice': { card: 'approve', weight: 3, onlyAt: [CHECKOUT_COM] },
  'paid-elsewhere': { card: 'error-before-charge', weight: 4, turns: 'at-once' },
  // Adyen charges without a response, and its webhook comes after the payer has paid at another provider.
  'late-success': { card: 'error-after-charge', weight: 5, onlyAt: [ADYEN], turns: 'at-once' },
  // The payer cancels, and the payment succeeds all the same.
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
  /** The payer closes the page while the wallet's sheet is open. */
  readonly leavesSheet?: true;
  /** The provider never decides, so the order ends by expiry. */
  readonly endsByExpiry?: true;
  readonly onlyAt?: readonly ProviderNumber[];
  /** The least number of such orders in a large wave. */
  readonly atLeast?: number;
  /** The payer cancels as soon as the page allows it, and then passes the bank's check in another window. */
  readonly cancels?: true;
  /** The payer uses another provider as soon as the page offers it, whatever their patience. */
  readonly turns?: 'at-once';
}

export type KindName = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as KindName[];

export function kindOf(name: KindName): Kind {
  return KINDS[name];
}

/** Accounts and packs that the test database is filled with. */
const RECIPIENTS = [1001, 1002, 1003, 1004, 1005, 1006];
const PACKS = ['gems-100', 'gems-320', 'gems-540', 'gems-1060', 'gems-2200', 'gems-3400', 'gems-5800'];
const DOUBLE_PRESS_SHARE = 0.25;
const TURNS_SHARE = 0.65;
const STARTS_WITHIN_MS = 1_200;
const MAIL_SHARE = 0.6;
const MAIL_CUT_SHARE = 0.05;
/** How long a payer waits for an answer before trying another card. A drawn time below zero means no wait. */
const PATIENCE_MS = { least: -2_000, most: 3_000 };

/** The result of the second card, used at another provider, and how often each occurs. */
const CARDS_AGAIN = {
  approve: 12,
  'answer-lost': 3,
  'error-after-charge': 2,
  'pending-then-approved': 2,
  challenge: 2,
  'insufficient-funds': 2,
} as const;

export interface PlannedOrder {
  /** The prefix of every request id of this order. */
  readonly name: string;
  readonly kind: KindName;
  /** The device secret, 64 hex digits. */
  readonly device: string;
  readonly recipientId: number;
  readonly rechargeId: string;
  readonly provider: ProviderNumber;
  /** Providers to try when the page reports no response and offers another one; empty: the payer waits. */
  readonly turnsTo: readonly CardProvider[];
  readonly cardAgain: keyof typeof CARDS_AGAIN;
  readonly patienceMs: number;
  readonly presses: 1 | 2;
  readonly startsAfterMs: number;
  readonly atBankForMs: number;
  /** How long the wallet's sheet is open before the payer confirms. */
  readonly atSheetForMs: number;
  /** The address for mail, given with the order; null without consent. */
  readonly mailTo: string | null;
}

export interface PlannedWave {
  readonly orders: readonly PlannedOrder[];
  readonly troubles: Troubles;
}

export interface Plan {
  /** Orders whose provider decides long after they have expired. */
  readonly late: readonly PlannedOrder[];
  /** Orders that are paid and cannot be delivered for a while. Their payers gave an address for mail. */
  readonly undelivered: readonly PlannedOrder[];
  readonly waves: readonly PlannedWave[];
}

/** A wave of so many orders or more is large: every kind of trouble occurs so often in it that the run may require it. */
export const LARGE_WAVE = 60;
const LATE_SHARE = 0.25;
/** The least number of late orders in a large run: only these are certain to be paid after they have expired. */
const LATE_AT_LEAST = 25;

/** More orders than killed workers interrupt mails, so that some late mails are sent without interruption. */
const UNDELIVERED_MIN = 8;

const weightOfKind = (name: KindName): number => KINDS[name].weight;

function pickProvider(chance: Chance, { onlyAt = PROVIDER_NUMBERS }: Kind): ProviderNumber {
  return pickWeighted(chance, onlyAt, (provider) => PROVIDER_FACTS[provider].share);
}

/** At some of these addresses the mail server cuts the connection after the first message, without a reply. */
function mailTo(chance: Chance, name: string): string | null {
  const [hasConsent, isCut] = [chance() < MAIL_SHARE, chance() < MAIL_CUT_SHARE];
  return hasConsent ? `${isCut ? 'cut' : 'payer'}+${name}@mail.example` : null;
}

/** Draws the same count of random numbers for every order, so that an order's kind does not change the orders after it. */
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
    mailTo: mailTo(chance, name),
  };
}

/** The kinds of the first orders of a wave: some of each, so that every check has cases. */
function firstKinds(ordersPerWave: number): KindName[] {
  return KIND_NAMES.flatMap((name) => {
    const { atLeast = 1 } = kindOf(name);
    return Array.from({ length: ordersPerWave >= LARGE_WAVE ? atLeast : 1 }, () => name);
  });
}

/** Plans a wave of orders for each trouble. The same seed gives the same orders, cards, presses, pauses and sandbox settings. */
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
    undelivered: Array.from({ length: Math.max(UNDELIVERED_MIN, lateShare) }, (_order, number) => {
      const name = `chaos-undelivered-order-${number + 1}`;
      const order = planOrder(chance, name, 'approved');
      return { ...order, provider: CHECKOUT_COM, turnsTo: [], mailTo: `payer+${name}@mail.example` };
    }),
  };
}

/** An extra order that only tests whether the shop answers again. */
export function planProbe(wave: number): PlannedOrder & { readonly provider: CardProvider } {
  const chance = seededChance(wave);
  const probe = planOrder(chance, `chaos-wave-${wave}-probe`, 'approved');
  return { ...probe, provider: CHECKOUT_COM, turnsTo: [], presses: 1, startsAfterMs: 0 };
}
