import { expect, it } from 'vitest';
import type { Answer } from '../world/answer.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';

const answer = (status: number): Answer => ({ status, body: { status } });

it('a second Stripe request with the same idempotency key is refused while the first is running', async () => {
  const keys = createIdempotencyKeys(() => 0);
  let answerFirst: (answer: Answer) => void = () => undefined;
  const first = new Promise<Answer>((resolve) => (answerFirst = resolve));
  const running = keys.once('key', 'request', () => first);
  const beside = await keys.once('key', 'request', async () => answer(200));
  expect(beside.answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
  answerFirst(answer(200));
  expect(await running).toEqual({ answer: answer(200), isReplay: false });
});

it.each([
  [200, true],
  [402, true],
  [500, true],
  [400, false],
  [404, false],
  [429, false],
])(
  'a Stripe answer with status %i is replayed for the same idempotency key: %s',
  async (status, isReplay) => {
    const keys = createIdempotencyKeys(() => 0);
    await keys.once('key', 'request', async () => answer(status));
    expect(await keys.once('key', 'request', async () => answer(status))).toMatchObject({ isReplay });
  },
);

it('a Stripe idempotency key can be used for another request after a day', async () => {
  let clock = 0;
  const keys = createIdempotencyKeys(() => clock);
  await keys.once('key', 'request', async () => answer(200));
  clock = 24 * 60 * 60_000;
  expect(await keys.once('key', 'another', async () => answer(200))).toMatchObject({ isReplay: false });
});
