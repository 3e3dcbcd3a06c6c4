import * as contract from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';

/** This test uses the whole server over HTTP, with the limits of production. */
const PASSWORD = 'jawhara-2026';
const FIRST_ACCOUNT = 31_000_000;
const ACCOUNTS = 200;
const MINUTE_MS = 60_000;
/** Ten thousand requests are slow when other tests use the processor. */
const LONG = { timeout: 5 * MINUTE_MS };

let shop: Shop;
let nowMs = Date.UTC(2026, 10, 1, 9);
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(nowMs), env: { GUARD_FACTOR: '1' } });
  await shop.db`
    insert into accounts (id, display_id, nickname, status, source)
    select ${FIRST_ACCOUNT}::bigint + n, (${FIRST_ACCOUNT}::bigint + n)::text, 'name-' || n, 'normal', 'social'
    from generate_series(0, ${ACCOUNTS - 1}) n`;
  await shop.db`
    insert into passwords (account_id, hash, changed_at)
    select ${FIRST_ACCOUNT}::bigint + n, (select hash from passwords where account_id = 1001), now()
    from generate_series(0, ${ACCOUNTS - 1}) n`;
});
afterAll(() => shop.close());

const idOf = (n: number): string => String(FIRST_ACCOUNT + n);
const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (visitor: Visitor, typedId: string, password: string, address: string) =>
  visitor.call(contract.logInWithPassword, { typedId, password }, from(address));

/** Runs `total` tasks, `many` at the same time, and returns their results in order. */
async function atOnce<Value>(
  many: number,
  total: number,
  work: (n: number) => Promise<Value>,
): Promise<Value[]> {
  const ends: Value[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < total; n = next++) ends[n] = await work(n);
  };
  await Promise.all(Array.from({ length: many }, worker));
  return ends;
}

describe('sign-in tries from one address', () => {
  it(
    '[LGN-08] 200 correct sign-ins of 100 accounts behind one address in 15 minutes succeed, also after typos',
    LONG,
    async () => {
      const address = '198.51.100.1';
      const devices = Array.from({ length: 100 }, () => shop.visitor());
      const refusals: unknown[] = [];
      for (let minute = 0; minute < 15; minute += 1) {
        await atOnce(4, 200, async (n) => {
          if (Math.floor((n * 15) / 200) !== minute) return;
          const visitor = devices[n % 100] ?? shop.visitor();
          // Every fourth visitor first mistypes the password, each on a new phone.
          if (n < 100 && n % 4 === 0) await logIn(visitor, idOf(n % 100), 'mistyped', address);
          const { refusal } = await logIn(visitor, idOf(n % 100), PASSWORD, address);
          if (refusal !== null) refusals.push(refusal);
        });
        nowMs += MINUTE_MS;
      }
      expect(refusals).toEqual([]);
    },
  );

  it('[LGN-08] invalid tickets and tokens from an address do not stop others there from signing in', async () => {
    const address = '198.51.100.2';
    for (let i = 0; i < 130; i += 1) {
      await shop.visitor().call(contract.logInWithTicket, { ticket: `made-up-${i}` }, from(address));
      await shop.visitor().call(contract.readTicket, { ticket: `made-up-${i}` }, from(address));
      await shop.visitor().call(contract.logInWithGoogle, { idToken: `a.b.${i}` }, from(address));
    }
    const ticket = await shop.ticket(FIRST_ACCOUNT);
    expect((await logIn(shop.visitor(), idOf(1), PASSWORD, address)).refusal).toBeNull();
    expect(
      (await shop.visitor().call(contract.logInWithTicket, { ticket }, from(address))).refusal,
    ).toBeNull();
  });

  it('[LGN-08] wrong passwords from an address are limited, and a device that signed in before still signs in', async () => {
    const address = '198.51.100.3';
    const owner = shop.visitor();
    expect((await logIn(owner, idOf(150), PASSWORD, address)).refusal).toBeNull();
    const guesses = await atOnce(8, 130, (n) => logIn(shop.visitor(), `4${idOf(n)}`, 'guess', address));
    expect(guesses.filter(({ refusal }) => refusal === 'login-wrong')).toHaveLength(100);
    expect((await logIn(shop.visitor(), idOf(151), PASSWORD, address)).refusal).toBe('too-many-tries');
    expect((await logIn(owner, idOf(150), PASSWORD, address)).refusal).toBeNull();
    // The limit of its own that the device has is only for account 150, to which it signed in before.
    expect((await logIn(owner, idOf(151), PASSWORD, address)).refusal).toBe('too-many-tries');
  });
});

describe('sign-in tries at one account', () => {
  const strangers = (password: string) => logIn(shop.visitor(), idOf(160), password, '203.0.113.20');

  it('[LGN-08] a successful sign-in does not count towards the limit, and does not reset the failed tries before it', async () => {
    for (let i = 0; i < 6; i += 1) await strangers('wrong');
    for (let i = 0; i < 3; i += 1) expect((await strangers(PASSWORD)).value).not.toBeNull();
    for (let i = 0; i < 4; i += 1) expect((await strangers('wrong')).refusal).toBe('login-wrong');
    expect((await strangers(PASSWORD)).refusal).toBe('too-many-tries');
  });

  it('[LGN-01] a login form without a password does not count towards the limit of failed tries', async () => {
    const half = () => logIn(shop.visitor(), idOf(161), '', '203.0.113.21');
    for (let i = 0; i < 12; i += 1) expect((await half()).refusal).toBe('login-password-missing');
    expect((await logIn(shop.visitor(), idOf(161), PASSWORD, '203.0.113.21')).value).not.toBeNull();
  });
});

describe('10,000 guesses from 1,000 addresses against one account', () => {
  const ID = idOf(120);
  const owner = () => logIn(trusted, ID, PASSWORD, '203.0.113.9');
  let trusted: Visitor;

  it(
    '[LGN-08] of 10,000 password guesses for an account ten are checked, and a device it signed in on before still signs in',
    LONG,
    async () => {
      trusted = shop.visitor();
      expect((await owner()).refusal).toBeNull();
      const during: unknown[] = [];
      const guesses = await atOnce(40, 10_000, async (n) => {
        if (n % 2_500 === 1_250) during.push((await owner()).refusal);
        const address = `100.64.${Math.floor((n % 1_000) / 250)}.${n % 250}`;
        return (await logIn(shop.visitor(), ID, `guess-${n}`, address)).refusal;
      });
      expect(guesses.filter((refusal) => refusal === 'login-wrong')).toHaveLength(10);
      expect(guesses.filter((refusal) => refusal === 'too-many-tries')).toHaveLength(9_990);
      expect(during).toEqual([null, null, null, null]);
      expect((await owner()).refusal).toBeNull();
      // Other devices of the owner must wait, or sign in with a ticket.
      expect((await logIn(shop.visitor(), ID, PASSWORD, '203.0.113.10')).refusal).toBe('too-many-tries');
    },
  );

  it('[LGN-08] a device that signed in before may send ten wrong passwords, one by one or all at once, and no more', async () => {
    nowMs += MINUTE_MS;
    const guesses = await atOnce(19, 19, () => logIn(trusted, ID, 'guess', '203.0.113.9'));
    expect(guesses.filter(({ refusal }) => refusal === 'login-wrong')).toHaveLength(10);
    expect((await owner()).refusal).toBe('too-many-tries');
  });

  it('[LGN-08] without its cookie a device that signed in before has the limits of an unknown device', async () => {
    nowMs += MINUTE_MS;
    const fresh = shop.visitor();
    const id = idOf(121);
    for (let n = 0; n < 10; n += 1) await logIn(shop.visitor(), id, 'guess', `100.65.0.${n}`);
    await fresh.call(contract.logInWithTicket, { ticket: await shop.ticket(Number(id)) });
    expect((await logIn(shop.visitor(), id, PASSWORD, '203.0.113.11')).refusal).toBe('too-many-tries');
    expect((await logIn(fresh, id, PASSWORD, '203.0.113.11')).refusal).toBeNull();
  });
});
