import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxControls } from './sandbox-controls.ts';
import type { Reply, ShopClient } from './shop-client.ts';

/** All that one request id was told, by whichever press. */
export interface Told {
  readonly requestId: string;
  readonly orderIds: Set<string>;
  /** "Payments are paused, nothing was charged": a promise. */
  wasPaused: boolean;
  end: 'open' | 'paid' | 'not-paid';
}

export interface PayerWorld {
  readonly shop: ShopClient;
  readonly sandbox: SandboxControls;
  /** Where a wallet's sheet may be opened. */
  readonly siteHost: string;
  /** Once true, everybody closes the page. */
  readonly isOver: () => boolean;
  readonly tell: (told: Told) => void;
  readonly chargedAgain: (orderId: string) => void;
  /** A payer brought a card of another provider to the same order. */
  readonly turned: (orderId: string) => void;
  /** The shop takes nothing more from this payer. */
  readonly turnedDown: (orderId: string) => void;
}

/** As a page does: soon, then ever later, so that the crowd does not trample on what is trying to get up. */
export const PRESS_AGAIN_AFTER_MS = 700;
const PRESS_AGAIN_AFTER_MAX_MS = 4_000;

export async function untilAnswered<Value>(
  world: Pick<PayerWorld, 'isOver'>,
  call: () => Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  for (let waitMs = PRESS_AGAIN_AFTER_MS; ; waitMs = Math.min(waitMs * 2, PRESS_AGAIN_AFTER_MAX_MS)) {
    const reply = await call();
    if (reply.kind !== 'away' || world.isOver()) return reply;
    await sleep(waitMs);
  }
}
