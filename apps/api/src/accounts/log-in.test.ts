import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './log-in.ts';

it('a password is hashed with argon2id, with the set parameters and a new salt each time', async () => {
  const [one, two] = [await hashPassword('secret'), await hashPassword('secret')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

it('a password is accepted with composed and with decomposed Unicode letters, and any other password is refused', async () => {
  const hash = await hashPassword('caf\u00e9-أمل');
  expect(await isPassword('cafe\u0301-أمل', hash)).toBe(true);
  expect(await isPassword('cafe-أمل', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

it('no password is accepted for an account without a password', async () => {
  expect(await isPassword('', null)).toBe(false);
  expect(await isPassword('secret', null)).toBe(false);
});

it('[LGN-08] checking a password of an account without one takes as long as checking a wrong password', async () => {
  const hash = await hashPassword('secret');
  await isPassword('warm', null);
  const tookMs = async (against: string | null) => {
    const startedAt = performance.now();
    await isPassword('wrong', against);
    return performance.now() - startedAt;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    known.push(await tookMs(hash));
    unknown.push(await tookMs(null));
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[4] ?? 0;
  // Without the decoy hash the times differ by a factor of hundreds. With it, a busy machine makes them differ by two at most.
  expect(median(known) / median(unknown)).toBeLessThan(3);
  expect(median(unknown) / median(known)).toBeLessThan(3);
});
