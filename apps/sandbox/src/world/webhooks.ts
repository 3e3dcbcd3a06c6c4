import { seededChance, shuffled } from './chance.ts';
import type { Timers } from './timers.ts';
import type { PostCounts, WebhookPost } from './webhook-post.ts';

/** How the post behaves. Every number may be changed while the sandbox runs. */
export interface WebhookSettings {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Each event is sent this often, with the same event id. */
  readonly copies: number;
  readonly shuffle: boolean;
  /** Of each copy, the chance that it never leaves. */
  readonly lossRate: number;
  /** Everything waits for a flush. */
  readonly hold: boolean;
  readonly seed: number;
}

export const CALM: WebhookSettings = {
  delayMs: 0,
  jitterMs: 0,
  copies: 1,
  shuffle: false,
  lossRate: 0,
  hold: false,
  seed: 1,
};

const SHUFFLE_WINDOW_MS = 300;

export interface WebhookCounts extends PostCounts {
  readonly held: number;
  readonly lost: number;
}

export interface Webhooks {
  send(body: string): void;
  /** Releases everything held and says how many that were. */
  flush(): number;
  settings(): WebhookSettings;
  /** A new seed starts its row of numbers again. */
  change(settings: Partial<WebhookSettings>): void;
  counts(): WebhookCounts;
  clear(): void;
}

export function createWebhooks(post: WebhookPost, timers: Timers): Webhooks {
  let settings = CALM;
  let chance = seededChance(settings.seed);
  let held: string[] = [];
  let delayed = 0;
  let lost = 0;
  let rounds = 0; // what an earlier one delayed never leaves

  function postAfter(ms: number, body: string): void {
    delayed += 1;
    const round = rounds;
    timers.after(ms, () => {
      if (round !== rounds) return;
      delayed -= 1;
      post.send([body]);
    });
  }

  return {
    send(body) {
      for (let copy = 0; copy < settings.copies; copy += 1) {
        // Both numbers are drawn every time, so that one dial does not change the luck of another.
        const isLost = chance() < settings.lossRate;
        const spreadMs = settings.jitterMs + (settings.shuffle ? SHUFFLE_WINDOW_MS : 0);
        const delayMs = settings.delayMs + chance() * spreadMs;
        if (isLost) lost += 1;
        else if (settings.hold) held.push(body);
        else postAfter(delayMs, body);
      }
    },
    flush() {
      const bodies = settings.shuffle ? shuffled(held, chance) : held;
      held = [];
      post.send(bodies);
      return bodies.length;
    },
    settings: () => settings,
    change(changed) {
      settings = { ...settings, ...changed };
      if (changed.seed !== undefined) chance = seededChance(changed.seed);
    },
    counts() {
      const { waiting, ...rest } = post.counts();
      return { held: held.length, waiting: waiting + delayed, lost, ...rest };
    },
    clear() {
      rounds += 1;
      held = [];
      delayed = 0;
      lost = 0;
      settings = CALM;
      chance = seededChance(CALM.seed);
      post.clear();
    },
  };
}
