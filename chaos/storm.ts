import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { BookedPayment } from './booked-payment.ts';
import { refundsAccepted } from './gather-evidence.ts';
import type { AftermathDeck, AftermathName } from './plan-aftermath.ts';
import { playAftermath } from './play-aftermath.ts';
import type { SandboxReturns } from './sandbox-returns.ts';

export interface StormWorld {
  readonly sql: Sql;
  readonly returns: SandboxReturns;
  readonly books: () => Promise<readonly BookedPayment[]>;
  readonly deck: AftermathDeck;
  /** Reports an event that must never occur. */
  readonly trouble: (fault: unknown) => void;
}

export type StormKind = AftermathName | 'own-refund-fails';

export interface Storm {
  /** The number of captured payments whose planned refunds and disputes are not finished, or have not begun. */
  busy(): Promise<number>;
  /** How often each kind was completed. */
  played(): ReadonlyMap<StormKind, number>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 700;
/** Every second refund that the shop submits fails at the provider. */
const OWN_REFUND_FAILS_EVERY = 2;

/**
 * Plays the planned refunds and disputes of each payment captured in the providers' books, also of those the shop does not have
 * yet.
 */
export function startStorm(world: StormWorld): Storm {
  const seen = new Set<string>();
  const refundsSeen = new Set<string>();
  const played = new Map<StormKind, number>();
  const underWay = new Set<Promise<void>>();
  const wind = { isOver: false };

  const note = (kind: StormKind): void => void played.set(kind, (played.get(kind) ?? 0) + 1);
  const captured = async (): Promise<BookedPayment[]> =>
    (await world.books()).filter((payment) => payment.captured > 0);
  const keyOf = ({ provider, id }: BookedPayment): string => `${provider} ${id}`;

  function begin(payment: BookedPayment): void {
    seen.add(keyOf(payment));
    const aftermath = world.deck(payment.provider);
    if (aftermath === null) return;
    const playing = playAftermath(world.returns, payment, aftermath)
      .then((isDone) => {
        if (isDone) note(aftermath.name);
      })
      .catch(world.trouble)
      .finally(() => underWay.delete(playing));
    underWay.add(playing);
  }

  async function failOwnRefunds(): Promise<void> {
    // A failed query counts as no refunds: a fault of the run may have stopped PostgreSQL.
    for (const { id, provider, returnId } of await refundsAccepted(world.sql).catch(() => [])) {
      if (refundsSeen.has(id)) continue;
      refundsSeen.add(id);
      if (refundsSeen.size % OWN_REFUND_FAILS_EVERY !== 0) continue;
      if (await world.returns.failRefund(provider, returnId)) note('own-refund-fails');
    }
  }

  async function blow(): Promise<void> {
    while (!wind.isOver) {
      for (const payment of await captured()) if (!seen.has(keyOf(payment))) begin(payment);
      await failOwnRefunds();
      await sleep(LOOK_EVERY_MS);
    }
  }

  const blowing = blow().catch(world.trouble);
  return {
    busy: async () =>
      underWay.size + (await captured()).filter((payment) => !seen.has(keyOf(payment))).length,
    played: () => played,
    async stop() {
      wind.isOver = true;
      await blowing;
      await Promise.all(underWay);
    },
  };
}
