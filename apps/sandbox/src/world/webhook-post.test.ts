import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import type { Timers } from './timers.ts';
import { createWebhookPost } from './webhook-post.ts';

it('clearing the sandbox webhooks stops retries of refused ones and waits for those being sent', async () => {
  const came: string[] = [];
  let answer = (): void => undefined;
  const server = createServer((request, response) => {
    request.on('data', (body: Buffer) => came.push(body.toString()));
    request.on('end', () => {
      answer = () => response.writeHead(503).end();
      if (came.length === 1) answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const later: (() => void)[] = [];
  const timers: Timers = {
    after: (_ms, work) => void later.push(work),
    wait: () => Promise.resolve(),
    stop: () => undefined,
  };
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const retries = { retryFirstMs: 1, retryLastMs: 1, triesMax: 9 };
    const post = createWebhookPost({ url, headersFor: () => ({}), ...retries }, timers);
    post.send(['refused']);
    await vi.waitFor(() => expect(post.counts().refused).toBe(1), { timeout: 60_000 });
    post.clear();
    expect(post.counts()).toEqual({ waiting: 0, delivered: 0, refused: 0, abandoned: 0 });

    post.send(['on its way']);
    await vi.waitFor(() => expect(came).toContain('on its way'), { timeout: 60_000 });
    post.clear();
    expect(post.counts().waiting).toBe(1);
    answer();
    await vi.waitFor(() => expect(post.counts().waiting).toBe(0), { timeout: 60_000 });
    expect(later).toHaveLength(1);
    for (const work of later) work();
    expect(came).toEqual(['refused', 'on its way']);
    expect(post.counts()).toEqual({ waiting: 0, delivered: 0, refused: 0, abandoned: 0 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
