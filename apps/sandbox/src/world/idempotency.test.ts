import { describe, expect, it } from 'vitest';
import { ANSWER_RETENTION_MS, createIdempotency } from './idempotency.ts';
import type { Answer } from './answer.ts';

const START = Date.UTC(2026, 10, 15);

function bench() {
  let time = START;
  let works = 0;
  const idempotency = createIdempotency(() => time);
  const run = (key: string | null, status = 201) =>
    idempotency.once(key, async (): Promise<Answer> => {
      works += 1;
      const body = { work: works };
      await Promise.resolve();
      return { status, body };
    });
  return { run, works: () => works, pass: (ms: number) => (time += ms) };
}

describe('idempotency', () => {
  it('of requests sent at once with one idempotency key one is carried out, and all get its answer', async () => {
    const { run, works } = bench();
    const all = await Promise.all([run('k'), run('k'), run('k')]);
    expect(works()).toBe(1);
    expect(all.map(({ answer }) => answer.body)).toEqual([{ work: 1 }, { work: 1 }, { work: 1 }]);
    expect(all.map(({ isReplay }) => isReplay)).toEqual([false, true, true]);
  });

  it('a successful answer is replayed for a day under its idempotency key', async () => {
    const { run, works, pass } = bench();
    await run('k');
    pass(ANSWER_RETENTION_MS - 1);
    expect((await run('k')).isReplay).toBe(true);
    pass(1);
    expect((await run('k')).isReplay).toBe(false);
    expect(works()).toBe(2);
  });

  it('a request is carried out again after a refusal or an error, and when it has no idempotency key', async () => {
    const { run, works } = bench();
    await run('k', 422);
    await run('k', 500);
    await run(null);
    await run(null);
    expect(works()).toBe(4);
  });

  it('different idempotency keys do not affect each other', async () => {
    const { run, works } = bench();
    await Promise.all([run('one'), run('other')]);
    expect(works()).toBe(2);
  });
});
