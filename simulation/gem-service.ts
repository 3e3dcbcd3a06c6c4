import type { RemoteDeliverer } from '../apps/api/src/orders/base/order-ports.ts';
import type { StoredOrder } from '../apps/api/src/orders/store/order.store.ts';
import type { Scheduler } from './scheduler.ts';

export const GEM_SERVICE_MOODS = ['well', 'unreachable', 'answer lost', 'refuses'] as const;

export type GemServiceMood = (typeof GEM_SERVICE_MOODS)[number];

/** A remote service that delivers gems, once per idempotency key, and records what it delivered. */
export class SimulatedGemService {
  mood: GemServiceMood = 'well';
  /** Delivered gems by the idempotency key of their delivery. */
  readonly delivered = new Map<string, number>();
  /** Keys of deliveries that the service has confirmed to us. */
  readonly answered = new Set<string>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  readonly deliverer: RemoteDeliverer = {
    where: 'remote',
    deliver: async ({ gems }: StoredOrder, key: string) => {
      await this.#scheduler.gate('calling the gem service');
      if (this.mood === 'unreachable') return { kind: 'unknown', why: 'no connection' };
      if (this.mood === 'refuses' && !this.delivered.has(key)) return { kind: 'refused', code: 'closed' };
      this.delivered.set(key, gems);
      await this.#scheduler.gate('the answer of the gem service');
      if (this.mood === 'answer lost') return { kind: 'unknown', why: 'no answer' };
      this.answered.add(key);
      return { kind: 'delivered', story: { kind: 'gems-credited', detail: { gems } }, alert: null };
    },
  };
}
