import { seededChance, shuffled, type Chance } from './chance.ts';
import type { Timers } from './timers.ts';
import type { PostCounts, WebhookPost } from './webhook-post.ts';

/** The faults with which webhooks are sent. Every number may be changed while the sandbox runs. */
export interface WebhookSettings {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Each event is sent this often, with the same event id. */
  readonly copies: number;
  readonly shuffle: boolean;
  /** The chance of each copy to be lost. A lost copy about a refund or a dispute is sent again until it arrives. */
  readonly lossRate: number;
  /** Whether webhooks wait for the control call that flushes them. */
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

/** A webhook about a refund or a dispute must not stay lost: it is sent again, and the last try always succeeds. */
const RETURN_AGAIN_FIRST_MS = 250;
const RETURN_AGAIN_LAST_MS = 4_000;
const RETURN_TRIES_MAX = 9;

/** The subject of a webhook: a payment, which can be looked up, or a refund or dispute, which cannot at every provider. */
export type LetterKind = 'payment' | 'return';

export interface WebhookCounts extends PostCounts {
  readonly held: number;
  readonly lost: number;
}

export interface Webhooks {
  send(body: string, kind?: LetterKind): void;
  /** Releases all held webhooks and returns their number. */
  flush(): number;
  settings(): WebhookSettings;
  /** A new seed restarts the random sequence. */
  change(settings: Partial<WebhookSettings>): void;
  counts(): WebhookCounts;
  clear(): void;
}

/** Webhooks to send later. Once cleared, none of them is ever sent. */
function createWaiting(timers: Timers) {
  let waiting = 0;
  let rounds = 0;
  return {
    after(ms: number, work: () => void): void {
      waiting += 1;
      const round = rounds;
      timers.after(ms, () => {
        if (round !== rounds) return;
        waiting -= 1;
        work();
      });
    },
    count: () => waiting,
    clear(): void {
      rounds += 1;
      waiting = 0;
    },
  };
}

/** Retries draw random numbers of their own, so that they do not change which webhooks are lost at the first try. */
function luckOf(seed: number): { readonly first: Chance; readonly again: Chance } {
  return { first: seededChance(seed), again: seededChance(seed + 1) };
}

export function createWebhooks(post: WebhookPost, timers: Timers): Webhooks {
  let settings = CALM;
  let luck = luckOf(settings.seed);
  let held: string[] = [];
  let lost = 0;
  const waiting = createWaiting(timers);

  function leave(body: string, delayMs: number): void {
    if (settings.hold) held.push(body);
    else waiting.after(delayMs, () => post.send([body]));
  }

  function lose(body: string, kind: LetterKind, tries: number): void {
    lost += 1;
    if (kind !== 'return') return;
    waiting.after(Math.min(RETURN_AGAIN_FIRST_MS * 2 ** (tries - 1), RETURN_AGAIN_LAST_MS), () => {
      const isLost = tries + 1 < RETURN_TRIES_MAX && luck.again() < settings.lossRate;
      if (isLost) lose(body, kind, tries + 1);
      else leave(body, 0);
    });
  }

  return {
    send(body, kind = 'payment') {
      for (let copy = 0; copy < settings.copies; copy += 1) {
        // Both numbers are drawn every time, so that one setting does not change the random numbers of another.
        const isLost = luck.first() < settings.lossRate;
        const spreadMs = settings.jitterMs + (settings.shuffle ? SHUFFLE_WINDOW_MS : 0);
        const delayMs = settings.delayMs + luck.first() * spreadMs;
        if (isLost) lose(body, kind, 1);
        else leave(body, delayMs);
      }
    },
    flush() {
      const bodies = settings.shuffle ? shuffled(held, luck.first) : held;
      held = [];
      post.send(bodies);
      return bodies.length;
    },
    settings: () => settings,
    change(changed) {
      settings = { ...settings, ...changed };
      if (changed.seed !== undefined) luck = luckOf(changed.seed);
    },
    counts() {
      const counts = post.counts();
      return { ...counts, held: held.length, waiting: counts.waiting + waiting.count(), lost };
    },
    clear() {
      held = [];
      lost = 0;
      settings = CALM;
      luck = luckOf(CALM.seed);
      waiting.clear();
      post.clear();
    },
  };
}
