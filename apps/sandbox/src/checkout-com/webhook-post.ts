import { createHmac } from 'node:crypto';
import type { Timers } from '../timers.ts';

export interface PostOptions {
  /** Null: everything is taken and thrown away. */
  readonly url: string | null;
  readonly key: string;
  readonly retryFirstMs: number;
  readonly retryLastMs: number;
  readonly triesMax: number;
}

export interface PostCounts {
  readonly waiting: number;
  readonly delivered: number;
  readonly refused: number;
  readonly givenUp: number;
}

/** Signs, sends, and sends again until it is taken. A few at a time, so that a crowd does not block itself. */
export interface WebhookPost {
  send(bodies: readonly string[]): void;
  counts(): PostCounts;
  clear(): void;
}

const SENT_AT_ONCE_MAX = 32;
const ANSWER_WITHIN_MS = 10_000;

interface Letter {
  readonly body: string;
  readonly tries: number;
}

async function isTaken({ url, key }: PostOptions, body: string): Promise<boolean> {
  if (url === null) return true;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cko-signature': createHmac('sha256', key).update(body).digest('hex'),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false; // nobody there: the same as a refusal
  }
}

export function createWebhookPost(options: PostOptions, timers: Timers): WebhookPost {
  let ready: Letter[] = [];
  let postponed = 0;
  let flying = 0;
  const tally = { delivered: 0, refused: 0, givenUp: 0 };

  function postpone({ body, tries }: Letter): void {
    tally.refused += 1;
    if (tries + 1 >= options.triesMax) {
      tally.givenUp += 1;
      return;
    }
    postponed += 1;
    timers.after(Math.min(options.retryFirstMs * 2 ** tries, options.retryLastMs), () => {
      postponed -= 1;
      ready.push({ body, tries: tries + 1 });
      pump();
    });
  }

  async function deliver(letter: Letter): Promise<void> {
    flying += 1;
    const taken = await isTaken(options, letter.body);
    flying -= 1;
    if (taken) tally.delivered += 1;
    else postpone(letter);
    pump();
  }

  function pump(): void {
    while (flying < SENT_AT_ONCE_MAX) {
      const letter = ready.shift();
      if (!letter) return;
      void deliver(letter);
    }
  }

  return {
    send(bodies) {
      ready.push(...bodies.map((body) => ({ body, tries: 0 })));
      pump();
    },
    counts: () => ({ waiting: ready.length + postponed + flying, ...tally }),
    clear() {
      ready = [];
      Object.assign(tally, { delivered: 0, refused: 0, givenUp: 0 });
    },
  };
}
