import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './log-in.ts';

it('is argon2id with the parameters of this file, salted each time', async () => {
  const [one, two] = [await hashPassword('secret'), await hashPassword('secret')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

it('knows its password, however the letters were composed, and no other', async () => {
  const hash = await hashPassword('caf\u00e9-أمل');
  expect(await isPassword('cafe\u0301-أمل', hash)).toBe(true);
  expect(await isPassword('cafe-أمل', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

it('no password is anybody\u2019s when there is none', async () => {
  expect(await isPassword('', null)).toBe(false);
  expect(await isPassword('secret', null)).toBe(false);
});

it('[LGN-08] an account without a password takes as long as a wrong password', async () => {
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
  // Without the decoy the ratio is in the hundreds; a busy machine makes it two at worst.
  expect(median(known) / median(unknown)).toBeLessThan(3);
  expect(median(unknown) / median(known)).toBeLessThan(3);
});
