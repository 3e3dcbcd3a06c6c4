import { lookup } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../accounts/log-in.ts';
import { movingPicture } from '../test/sample-files.ts';
import { cleanFile } from './clean-file.ts';

const PICTURES = 8;

let directory: string;
let hash: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jawhara-pictures-'));
  hash = await hashPassword('a password');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/** The time of the slowest password check or host look-up, measured again and again while the work lasts. */
async function slowestDuring(work: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  void work.finally(() => (state.isOver = true));
  let slowestMs = 0;
  while (!state.isOver) {
    const one = () => Promise.all([lookup('localhost'), isPassword('a password', hash)]);
    slowestMs = Math.max(slowestMs, await took(one));
    await setTimeout(50);
  }
  return slowestMs;
}

describe('eight pictures at once', () => {
  it('host look-ups and password checks stay fast while eight pictures are encoded at once', async () => {
    const picture = await movingPicture(4);
    const copies = Array.from({ length: PICTURES }, (_, n) => join(directory, `copy-${n}`));
    for (const copy of copies) await writeFile(copy, picture);
    const drawnMs: number[] = [];
    const drawing = Promise.all(
      copies.map(async (copy, n) => {
        drawnMs.push(await took(() => cleanFile(copy, 'image/webp', `device ${n}`)));
      }),
    );
    const slowestMs = await slowestDuring(drawing);
    const allMs = Math.max(...drawnMs);
    // A look-up that waits behind all eight pictures would take as long as all of them.
    expect(slowestMs).toBeLessThan(allMs / PICTURES);
  }, 300_000);
});
