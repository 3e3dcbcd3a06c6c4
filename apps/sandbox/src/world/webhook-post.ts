import type { Timers } from './timers.ts';

export interface PostOptions {
  /** The address of all webhooks, or a function that finds it for each. Null: webhooks are discarded. */
  readonly url: string | null | ((body: string) => string | null);
  /** Headers that sign the webhook; some providers sign inside the body and add nothing here. */
  readonly headersFor: (body: string) => Readonly<Record<string, string>>;
  /** For providers that require more than a good status: whether the shop's answer accepts the webhook. */
  readonly isAccepted?: (text: string) => boolean;
  readonly retryFirstMs: number;
  readonly retryLastMs: number;
  readonly triesMax: number;
}

export interface PostCounts {
  readonly waiting: number;
  readonly delivered: number;
  readonly refused: number;
  readonly abandoned: number;
}

/** Signs webhooks and sends each until it is accepted; a few at a time, so that many do not block each other. */
export interface WebhookPost {
  send(bodies: readonly string[]): void;
  counts(): PostCounts;
  /** Drops all webhooks except those being sent now, which count as waiting until they have arrived. */
  clear(): void;
}

const SENT_AT_ONCE_MAX = 32;
const ANSWER_WITHIN_MS = 10_000;

interface UnsentWebhook {
  readonly body: string;
  readonly tries: number;
}

async function postWebhook({ url, headersFor, isAccepted }: PostOptions, body: string): Promise<boolean> {
  const address = typeof url === 'function' ? url(body) : url;
  if (address === null) return true;
  try {
    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...headersFor(body),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await answer.text();
    return answer.ok && (isAccepted?.(text) ?? true);
  } catch {
    return false; // the shop cannot be reached: the same as a refusal
  }
}

export function createWebhookPost(options: PostOptions, timers: Timers): WebhookPost {
  let ready: UnsentWebhook[] = [];
  let postponed = 0;
  let flying = 0;
  let rounds = 0; // `clear` starts a new round: webhooks of an earlier one are not sent again and not counted
  const tally = { delivered: 0, refused: 0, abandoned: 0 };

  function postpone({ body, tries }: UnsentWebhook): void {
    tally.refused += 1;
    if (tries + 1 >= options.triesMax) {
      tally.abandoned += 1;
      return;
    }
    postponed += 1;
    const round = rounds;
    timers.after(Math.min(options.retryFirstMs * 2 ** tries, options.retryLastMs), () => {
      if (round !== rounds) return;
      postponed -= 1;
      ready.push({ body, tries: tries + 1 });
      pump();
    });
  }

  async function deliver(webhook: UnsentWebhook): Promise<void> {
    flying += 1;
    const round = rounds;
    const wasAccepted = await postWebhook(options, webhook.body);
    flying -= 1;
    if (round !== rounds) return pump();
    if (wasAccepted) tally.delivered += 1;
    else postpone(webhook);
    pump();
  }

  function pump(): void {
    while (flying < SENT_AT_ONCE_MAX) {
      const webhook = ready.shift();
      if (!webhook) return;
      void deliver(webhook);
    }
  }

  return {
    send(bodies) {
      ready.push(...bodies.map((body) => ({ body, tries: 0 })));
      pump();
    },
    counts: () => ({ waiting: ready.length + postponed + flying, ...tally }),
    clear() {
      rounds += 1;
      ready = [];
      postponed = 0;
      Object.assign(tally, { delivered: 0, refused: 0, abandoned: 0 });
    },
  };
}
