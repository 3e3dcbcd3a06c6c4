import { pick, seededChance, wholeBetween, type Chance } from './seeded-chance.ts';

/** What a payer meets, and how often. `card` is the sandbox's name for the card that does it. */
export const KINDS = {
  approved: { card: 'approve', weight: 28 },
  'challenge-passed': { card: 'challenge', weight: 14, atBank: 'passes' },
  'challenge-failed': { card: 'challenge', weight: 5, atBank: 'fails' },
  'challenge-abandoned': { card: 'challenge', weight: 4, atBank: 'leaves', endsByExpiry: true },
  'pending-approved': { card: 'pending-then-approved', weight: 10 },
  'pending-declined': { card: 'pending-then-declined', weight: 5 },
  'answer-lost': { card: 'answer-lost', weight: 7 },
  'error-before-charge': { card: 'error-before-charge', weight: 3, endsByExpiry: true },
  'error-after-charge': { card: 'error-after-charge', weight: 7 },
  'no-funds': { card: 'insufficient-funds', weight: 5 },
  'webhook-never': { card: 'webhook-never', weight: 6 },
  'wrong-amount': { card: 'wrong-amount', weight: 3 },
  'charged-twice': { card: 'approve', weight: 3 },
} as const satisfies Record<string, Kind>;

interface Kind {
  readonly card: string;
  readonly weight: number;
  readonly atBank?: 'passes' | 'fails' | 'leaves';
  /** Nobody will ever say yes or no, so only time ends it. */
  readonly endsByExpiry?: true;
}

export type KindName = keyof typeof KINDS;

const KIND_NAMES = Object.keys(KINDS) as KindName[];

export function kindOf(name: KindName): Kind {
  return KINDS[name];
}

/** Accounts and packs of the seed data. */
const RECIPIENTS = [1001, 1002, 1003, 1004, 1005, 1006];
const PACKS = ['gems-100', 'gems-320', 'gems-540', 'gems-1060', 'gems-2200', 'gems-3400', 'gems-5800'];
const DOUBLE_PRESS_SHARE = 0.25;
const STARTS_WITHIN_MS = 1_200;

export interface PlannedOrder {
  /** Names the request: every id made for this order starts with it. */
  readonly name: string;
  readonly kind: KindName;
  /** The browser's secret, 64 hex digits. */
  readonly device: string;
  readonly recipientId: number;
  readonly rechargeId: string;
  readonly presses: 1 | 2;
  readonly startsAfterMs: number;
  readonly atBankForMs: number;
}

export interface Plan {
  readonly waves: readonly (readonly PlannedOrder[])[];
  readonly webhookSeed: number;
}

function pickKind(chance: Chance): KindName {
  const total = KIND_NAMES.reduce((sum, name) => sum + KINDS[name].weight, 0);
  let left = chance() * total;
  for (const name of KIND_NAMES) {
    left -= KINDS[name].weight;
    if (left < 0) return name;
  }
  return 'approved';
}

function planOrder(chance: Chance, name: string, kind: KindName): PlannedOrder {
  return {
    name,
    kind,
    device: Array.from({ length: 64 }, () => wholeBetween(chance, 0, 15).toString(16)).join(''),
    recipientId: pick(chance, RECIPIENTS),
    rechargeId: pick(chance, PACKS),
    presses: chance() < DOUBLE_PRESS_SHARE ? 2 : 1,
    startsAfterMs: wholeBetween(chance, 0, STARTS_WITHIN_MS),
    atBankForMs: wholeBetween(chance, 200, 5_000),
  };
}

/** One wave of orders for each fault. The same seed plans the same orders, cards, presses and pauses. */
export function planOrders(seed: number, waves: number, ordersPerWave: number): Plan {
  const chance = seededChance(seed);
  return {
    waves: Array.from({ length: waves }, (_wave, wave) =>
      Array.from({ length: ordersPerWave }, (_order, number) => {
        // One of each first, so that no truth is ever counted over nothing.
        const kind = KIND_NAMES[number] ?? pickKind(chance);
        return planOrder(chance, `chaos-wave-${wave + 1}-order-${number + 1}`, kind);
      }),
    ),
    webhookSeed: wholeBetween(chance, 1, 2 ** 31),
  };
}

/** One more visitor, who only wants to know whether the shop is open again. */
export function planProbe(wave: number): PlannedOrder {
  const chance = seededChance(wave);
  const probe = planOrder(chance, `chaos-wave-${wave}-probe`, 'approved');
  return { ...probe, presses: 1, startsAfterMs: 0 };
}
