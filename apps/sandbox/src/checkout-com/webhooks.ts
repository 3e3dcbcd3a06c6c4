import { createHmac } from 'node:crypto';
import { seededChance, shuffled } from '../chance.ts';
import type { Timers } from '../timers.ts';

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

export interface WebhookCounts {
  readonly held: number;
  readonly waiting: number;
  readonly delivered: number;
  readonly lost: number;
  readonly refused: number;
  readonly givenUp: number;
}

export interface WebhookOptions {
  readonly url: string | null;
  readonly key: string;
  readonly retryFirstMs: number;
  readonly retryLastMs: number;
  readonly triesMax: number;
}

const SHUFFLE_WINDOW_MS = 300;
const SENT_AT_ONCE_MAX = 32;
const ANSWER_WITHIN_MS = 10_000;

interface Letter {
  readonly body: string;
  tries: number;
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

export function createWebhooks(options: WebhookOptions, timers: Timers): Webhooks {
  let settings = CALM;
  let chance = seededChance(settings.seed);
  let held: Letter[] = [];
  let ready: Letter[] = [];
  let postponed = 0;
  let flying = 0;
  const tally = { delivered: 0, lost: 0, refused: 0, givenUp: 0 };

  async function post(letter: Letter): Promise<boolean> {
    if (options.url === null) return true;
    try {
      const answer = await fetch(options.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cko-signature': createHmac('sha256', options.key).update(letter.body).digest('hex'),
        },
        body: letter.body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false; // nobody there: the same as a refusal, it is sent again
    }
  }

  function pump(): void {
    while (flying < SENT_AT_ONCE_MAX && ready.length > 0) {
      const letter = ready.shift() as Letter;
      flying += 1;
      void post(letter).then((isTaken) => {
        flying -= 1;
        if (isTaken) tally.delivered += 1;
        else retry(letter);
        pump();
      });
    }
  }

  function queueAfter(ms: number, letters: readonly Letter[]): void {
    postponed += letters.length;
    timers.after(ms, () => {
      postponed -= letters.length;
      ready.push(...letters);
      pump();
    });
  }

  function retry(letter: Letter): void {
    tally.refused += 1;
    letter.tries += 1;
    if (letter.tries >= options.triesMax) {
      tally.givenUp += 1;
      return;
    }
    queueAfter(Math.min(options.retryFirstMs * 2 ** (letter.tries - 1), options.retryLastMs), [letter]);
  }

  return {
    send(body) {
      for (let copy = 0; copy < settings.copies; copy += 1) {
        const isLost = chance() < settings.lossRate;
        const spreadMs = settings.jitterMs + (settings.shuffle ? SHUFFLE_WINDOW_MS : 0);
        const delayMs = settings.delayMs + chance() * spreadMs;
        const letter: Letter = { body, tries: 0 };
        if (isLost) tally.lost += 1;
        else if (settings.hold) held.push(letter);
        else queueAfter(delayMs, [letter]);
      }
    },
    flush() {
      const letters = settings.shuffle ? shuffled(held, chance) : held;
      held = [];
      ready.push(...letters);
      pump();
      return letters.length;
    },
    settings: () => settings,
    change(changed) {
      settings = { ...settings, ...changed };
      if (changed.seed !== undefined) chance = seededChance(changed.seed);
    },
    counts: () => ({ held: held.length, waiting: ready.length + postponed + flying, ...tally }),
    clear() {
      held = [];
      ready = [];
      settings = CALM;
      chance = seededChance(CALM.seed);
      Object.assign(tally, { delivered: 0, lost: 0, refused: 0, givenUp: 0 });
    },
  };
}
