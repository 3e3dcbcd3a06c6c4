import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A payment in the provider's own books. */
export interface BookedPayment {
  readonly id: string;
  readonly reference: string | null;
  readonly amount: number;
  readonly requested: number;
  readonly captured: number;
  readonly refunded: number;
  readonly status: string;
}

export interface WebhookCounts {
  readonly held: number;
  readonly waiting: number;
  readonly lost: number;
  readonly delivered: number;
  readonly refused: number;
  readonly givenUp: number;
}

/** The right words at the sandbox's bank. */
const BANK_PASSWORD = 'Checkout1!';

export interface SandboxControls {
  token(card: string): Promise<string>;
  weather(dials: {
    readonly latencyMs?: number;
    readonly settleAfterMs?: number;
    readonly hangMs?: number;
  }): Promise<void>;
  webhooks(dials: Readonly<Record<string, number | boolean>>): Promise<void>;
  flushWebhooks(): Promise<void>;
  webhookCounts(): Promise<WebhookCounts>;
  books(): Promise<BookedPayment[]>;
  answerBank(url: string, answer: 'passes' | 'fails'): Promise<void>;
  /** Somebody else's mistake: the provider charges the same order again, under another payment. */
  chargeAgain(orderId: string, lossRate: number): Promise<void>;
}

export function sandboxControls(sandboxUrl: string, secretKey: string): SandboxControls {
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await fetch(`${sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const get = async (path: string): Promise<unknown> => (await fetch(`${sandboxUrl}${path}`)).json();
  const token = async (card: string): Promise<string> =>
    ((await post('/_control/tokens', { scenario: card })) as { token: string }).token;
  const books = async (): Promise<BookedPayment[]> =>
    ((await get('/_control/books')) as { payments: BookedPayment[] }).payments;

  let chargingAgain = Promise.resolve();
  async function chargeAgain(orderId: string, lossRate: number): Promise<void> {
    const first = (await books()).find(({ reference }) => reference === orderId);
    if (!first) throw new Error(`order ${orderId} was never charged at all`);
    // Nobody can give back what nobody told us of: the word of this one charge is not lost.
    await post('/_control/webhooks', { lossRate: 0 });
    await post(
      '/payments',
      {
        source: { type: 'token', token: await token('approve') },
        amount: first.amount,
        currency: 'USD',
        reference: orderId,
        capture: true,
      },
      { authorization: `Bearer ${secretKey}`, 'cko-idempotency-key': randomUUID() },
    );
    await post('/_control/webhooks', { lossRate });
  }

  return {
    token,
    books,
    weather: async (dials) => void (await post('/_control/api', dials)),
    webhooks: async (dials) => void (await post('/_control/webhooks', dials)),
    flushWebhooks: async () => void (await post('/_control/webhooks/flush', {})),
    webhookCounts: async () => ((await get('/_control/webhooks')) as { counts: WebhookCounts }).counts,
    async answerBank(url, answer) {
      const code = answer === 'passes' ? BANK_PASSWORD : 'not the code';
      const body = new URLSearchParams({ code, answer: 'confirm' });
      const back = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      await back.body?.cancel();
      // The way back from the bank takes a moment too.
      await sleep(20);
    },
    chargeAgain(orderId, lossRate) {
      chargingAgain = chargingAgain.then(() => chargeAgain(orderId, lossRate));
      return chargingAgain;
    },
  };
}
