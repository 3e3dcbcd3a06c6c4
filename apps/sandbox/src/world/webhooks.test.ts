import { describe, expect, it } from 'vitest';
import type { Timers } from './timers.ts';
import type { WebhookPost } from './webhook-post.ts';
import { createWebhooks } from './webhooks.ts';

interface Waiting {
  readonly at: number;
  readonly work: () => void;
}

/** A stand-in for sending that only records the webhooks, and a clock that the test advances. */
function bench() {
  const posted: string[] = [];
  const waiting: Waiting[] = [];
  const timers: Timers = {
    after: (ms, work) => void waiting.push({ at: ms, work }),
    wait: () => Promise.resolve(),
    stop: () => undefined,
  };
  const post: WebhookPost = {
    send: (bodies) => void posted.push(...bodies),
    counts: () => ({ waiting: 0, delivered: posted.length, refused: 0, abandoned: 0 }),
    clear: () => undefined,
  };
  const webhooks = createWebhooks(post, timers);
  const delays = (): number[] => waiting.map(({ at }) => at);
  const run = (): void => {
    for (const { work } of waiting.splice(0).toSorted((one, other) => one.at - other.at)) work();
  };
  const sendMany = (count: number): void => {
    for (let index = 0; index < count; index += 1) webhooks.send(`event ${index}`);
  };
  return { webhooks, posted, delays, run, sendMany };
}

describe('the sandbox webhooks', () => {
  it('without a set fault the sandbox sends each webhook once and in order', () => {
    const { posted, run, sendMany } = bench();
    sendMany(3);
    run();
    expect(posted).toEqual(['event 0', 'event 1', 'event 2']);
  });

  it('sandbox webhooks are sent several times with the same body when copies are set', () => {
    const { webhooks, posted, run, sendMany } = bench();
    webhooks.change({ copies: 3 });
    sendMany(1);
    run();
    expect(posted).toEqual(['event 0', 'event 0', 'event 0']);
  });

  it('sandbox webhooks are sent after the set delay and at most the set jitter', () => {
    const { webhooks, delays, sendMany } = bench();
    webhooks.change({ delayMs: 100, jitterMs: 50 });
    sendMany(50);
    expect(Math.min(...delays())).toBeGreaterThanOrEqual(100);
    expect(Math.max(...delays())).toBeLessThan(150);
    expect(new Set(delays()).size).toBeGreaterThan(40);
  });

  it('sandbox webhooks are sent in mixed order when shuffling is set', () => {
    const { webhooks, posted, run, sendMany } = bench();
    webhooks.change({ shuffle: true });
    sendMany(20);
    run();
    expect(posted).toHaveLength(20);
    expect(posted).not.toEqual(Array.from({ length: 20 }, (_, index) => `event ${index}`));
  });

  it('with the same seed the same sandbox webhooks are lost', () => {
    const arrived = (seed: number): string[] => {
      const { webhooks, posted, run, sendMany } = bench();
      webhooks.change({ lossRate: 0.4, seed });
      sendMany(40);
      run();
      expect(webhooks.counts().lost + posted.length).toBe(40);
      return posted;
    };
    expect(arrived(5)).toEqual(arrived(5));
    expect(arrived(5)).not.toEqual(arrived(6));
    expect(arrived(5).length).toBeLessThan(40);
  });

  it('a lost sandbox webhook about a refund or a dispute is sent again, and its last try always arrives', () => {
    const { webhooks, posted, run } = bench();
    webhooks.change({ lossRate: 1 });
    webhooks.send('a payment');
    webhooks.send('a return', 'return');
    let rounds = 0;
    while (webhooks.counts().waiting > 0 && rounds < 20) {
      run();
      rounds += 1;
    }
    expect(posted).toEqual(['a return']);
    expect(rounds).toBe(9); // eight retries, and the delivery itself
    expect(webhooks.counts()).toMatchObject({ lost: 9, waiting: 0 });
  });

  it('with the same seed the same sandbox webhooks are lost at first, whether or not others are sent again', () => {
    const arrived = (kind: 'payment' | 'return'): string[] => {
      const { webhooks, posted, run } = bench();
      webhooks.change({ lossRate: 0.5, seed: 3 });
      const first: string[] = [];
      for (let index = 0; index < 40; index += 1) {
        const before = webhooks.counts().lost;
        webhooks.send(`event ${index}`, kind);
        if (webhooks.counts().lost === before) first.push(`event ${index}`);
        run();
      }
      if (kind === 'return') for (let round = 0; round < 20; round += 1) run();
      if (kind === 'return') expect(new Set(posted).size).toBe(40);
      return first;
    };
    expect(arrived('return')).toEqual(arrived('payment'));
  });

  it('held sandbox webhooks are all sent only when flushed', () => {
    const { webhooks, posted, run, sendMany } = bench();
    webhooks.change({ hold: true });
    sendMany(4);
    run();
    expect(posted).toEqual([]);
    expect(webhooks.counts().held).toBe(4);
    expect(webhooks.flush()).toBe(4);
    expect(posted).toHaveLength(4);
    expect(webhooks.flush()).toBe(0);
  });

  it('clearing the sandbox webhooks drops those not yet sent', () => {
    const { webhooks, posted, run, sendMany } = bench();
    webhooks.change({ delayMs: 100 });
    sendMany(2);
    expect(webhooks.counts().waiting).toBe(2);
    webhooks.clear();
    expect(webhooks.counts().waiting).toBe(0);
    sendMany(1);
    run();
    expect(posted).toEqual(['event 0']);
    expect(webhooks.counts().waiting).toBe(0);
  });
});
