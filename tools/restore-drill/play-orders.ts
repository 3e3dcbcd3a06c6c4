import type { PayerRecord, PayerWorld } from '../../chaos/payer-world.ts';
import { planOrders, type KindName, type PlannedOrder } from '../../chaos/plan-orders.ts';
import { playPayer } from '../../chaos/play-payer.ts';

/** Kinds of orders that end by themselves. An abandoned order would only wait for its expiry. */
const KINDS: readonly KindName[] = [
  'approved',
  'challenge-passed',
  'challenge-failed',
  'pending-approved',
  'pending-declined',
  'answer-lost',
  'error-after-charge',
  'no-funds',
  'webhook-never',
];

export function planDrill(seed: number, count: number): PlannedOrder[] {
  const [wave] = planOrders(seed, ['light'], 3 * count + 60).waves;
  const orders = wave?.orders.filter(({ kind }) => KINDS.includes(kind)).slice(0, count) ?? [];
  if (orders.length < count) throw new Error('too few orders were planned');
  return orders.map((order) => ({ ...order, turnsTo: [], startsAfterMs: 0, mailTo: null }));
}

export interface Payers {
  readonly records: readonly PayerRecord[];
  readonly faults: readonly string[];
  /** Resolves when the last payer has pressed pay; some payers are then still at their bank. */
  readonly allStarted: Promise<void>;
  readonly allEnded: Promise<void>;
}

/** At most `lanes` payers at once; each follows the order to its end, whatever happens to the shop meanwhile. */
export function playOrders(
  world: Omit<PayerWorld, 'tell' | 'agreed' | 'chargedAgain' | 'turned' | 'turnedDown'>,
  orders: readonly PlannedOrder[],
  lanes: number,
): Payers {
  const records: PayerRecord[] = [];
  const faults: string[] = [];
  const nothing = (): void => {};
  const recorded = { ...world, tell: (one: PayerRecord) => void records.push(one) };
  const payerWorld = {
    ...recorded,
    agreed: nothing,
    chargedAgain: nothing,
    turned: nothing,
    turnedDown: nothing,
  };
  const waiting = [...orders];
  let start = (): void => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const lane = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      if (waiting.length === 0) start();
      await playPayer(payerWorld, order).catch((fault: unknown) => faults.push(String(fault)));
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, lane)).then(() => {});
  return { records, faults, allStarted: started, allEnded: ended };
}
