import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxControls } from './sandbox-controls.ts';
import type { Reply, ShopClient } from './shop-client.ts';

/** The results of all calls that a payer made with one request id. */
export interface PayerRecord {
  readonly requestId: string;
  readonly orderIds: Set<string>;
  /** Whether the payer saw "Payments are paused, nothing was charged", which must then be true. */
  wasPaused: boolean;
  end: 'open' | 'paid' | 'not-paid';
}

/** The address that a payer gave for mail; `isAnswered` becomes true once the shop has confirmed it. */
export interface ConsentRecord {
  readonly orderId: string;
  readonly address: string;
  isAnswered: boolean;
}

export interface PayerWorld {
  readonly shop: ShopClient;
  readonly sandbox: SandboxControls;
  /** The host on which a wallet's sheet may be opened. */
  readonly siteHost: string;
  /** Once true, all payers close their page. */
  readonly isOver: () => boolean;
  readonly tell: (payerRecord: PayerRecord) => void;
  readonly agreed: (consent: ConsentRecord) => void;
  readonly chargedAgain: (orderId: string) => void;
  /** Called when a payer uses a card of another provider for the same order. */
  readonly turned: (orderId: string) => void;
  /** Called when the shop refuses a further card, because the payer is restricted. */
  readonly turnedDown: (orderId: string) => void;
}

/**
 * The pause before a call without a response is repeated. It grows, as on the page, so that retries do not hinder the recovery.
 */
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
