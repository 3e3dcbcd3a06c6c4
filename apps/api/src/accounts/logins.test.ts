import * as contract from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { socialTokens } from '../test/social-tokens.ts';
import { TICKET_LIVES_MS } from './log-in.ts';

const PASSWORD = 'jawhara-2026';
const NOURA = { accountId: 1001, displayId: '5048213', nickname: 'نورة 🌙', iconUrl: null };
const FACEBOOK_NOURA = '10150000000001001';
const FACEBOOK_BANNED = '10150000000002001';
const GOOGLE_AMAL = '110000000000000001002';
const GOOGLE_DEACTIVATED = '110000000000000002002';

let shop: Shop;
let tokens: ReturnType<typeof socialTokens>;
let aheadMs = 0;
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(Date.now() + aheadMs),
    env: { LOGIN_TRIES_PER_ACCOUNT: '5', LOGIN_TRIES_PER_ADDRESS: '40' },
  });
  tokens = socialTokens(shop.sandboxUrl);
});
afterAll(() => shop.close());

let addresses = 0;
/** A new address for each test, as the proxy in front of the server reports it. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.1.0.${(addresses += 1)}` });
const withKey = (key: string | undefined) => ({ 'x-session-key': key ?? '' });

const logIn = (typedId: string, password: string, headers = fromElsewhere()) =>
  shop.visitor().call(contract.logInWithPassword, { typedId, password }, headers);
const whoIs = async (key: string | undefined) =>
  (await shop.visitor().call(contract.readSignedInAccount, {}, withKey(key))).value?.accountId ?? null;

async function raw(path: string, fields: Record<string, string>, method = 'POST'): Promise<string> {
  const form = new URLSearchParams(fields).toString();
  const response = await fetch(`${shop.apiUrl}${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...fromElsewhere() },
    ...(method === 'GET' ? {} : { body: form }),
  });
  expect(response.status).toBeLessThan(500);
  return response.text();
}

describe('password logins', () => {
  it.each(['5048213', ' ID: ٥٠٤٨٢١٣ '])(
    'a visitor signs in with a password to the account id typed as "%s"',
    async (typed) => {
      const { value } = await logIn(typed, PASSWORD);
      expect(value?.account).toEqual(NOURA);
      expect(await whoIs(value?.sessionKey)).toBe(1001);
    },
  );

  it('the password login accepts the GET request of the specification, a form and JSON', async () => {
    const fields = { display_uid: '3310457', password: PASSWORD, device: 'web', uuid: 'u-1' };
    for (const method of ['GET', 'POST']) {
      expect(JSON.parse(await raw(contract.logInWithPassword.path, fields, method))).toMatchObject({
        result: 0,
        data: { uid: 1002, display_uid: '3310457', session_key: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
    }
  });

  it('[LGN-01] a login without account id is refused for the missing id, and one with only the id for the missing password', async () => {
    expect((await logIn('', '')).refusal).toBe('login-id-missing');
    expect((await logIn('5048213', '')).refusal).toBe('login-password-missing');
    expect(JSON.parse(await raw(contract.logInWithPassword.path, {}))).toMatchObject({ result: 22020 });
  });

  it.each([
    ['a wrong password', '5048213', 'jawhara-2025'],
    ['an unknown id', '99999999', PASSWORD],
    ['an unreadable id', 'nobody', PASSWORD],
    ['an account without a password', '7719045', PASSWORD],
    ['a banned account and a wrong password', '7719042', 'x'],
  ])(
    '[LGN-08] a failed password login gets the same answer, byte by byte, for %s',
    async (_what, display_uid, password) => {
      const known = await raw(contract.logInWithPassword.path, { display_uid: '6127733', password: 'wrong' });
      expect(await raw(contract.logInWithPassword.path, { display_uid, password })).toBe(known);
      expect(JSON.parse(known)).toMatchObject({ result: 22022, data: null });
    },
  );

  it('[LGN-08] wrong passwords for one account are limited over all addresses and over all ways to write its id', async () => {
    for (let i = 0; i < 5; i += 1) expect((await logIn('12345', 'wrong')).refusal).toBe('login-wrong');
    for (const typed of ['12345', '١٢٣٤٥', '12 345']) {
      const refused = await logIn(typed, PASSWORD);
      expect(refused).toMatchObject({ refusal: 'too-many-tries', status: 429, value: null });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect((await logIn('900700', PASSWORD)).value).not.toBeNull();
  });

  it('[LGN-08] wrong passwords from one address are limited, also for accounts that do not exist', async () => {
    const here = fromElsewhere();
    for (let i = 0; i < 40; i += 1) await logIn(String(41_000_000 + i), 'x', here);
    expect((await logIn('31313131', 'x', here)).refusal).toBe('too-many-tries');
    expect((await logIn('31313131', 'x')).refusal).toBe('login-wrong');
  });

  it.each([
    ['banned', '7719042', 'login-closed'],
    ['deactivated', '7719043', 'login-closed'],
    ['of the other app', '7719046', 'login-closed'],
    ['being cancelled', '7719044', null],
  ])(
    'the right password of an account that is %s is refused with the refusal for that status',
    async (_status, id, refusal) => {
      expect((await logIn(id, PASSWORD)).refusal).toBe(refusal);
    },
  );

  it.each([
    ['a list for a password', { display_uid: '5048213', password: [PASSWORD] }],
    ['a number for an id', { display_uid: 5048213, password: PASSWORD }],
    ['a password without end', { display_uid: '5048213', password: 'x'.repeat(300) }],
  ])('a password login with %s is refused as malformed', async (_what, body) => {
    const response = await fetch(`${shop.apiUrl}${contract.logInWithPassword.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ result: 22001 });
  });
});

describe('social logins', () => {
  const facebook = async (userId: string, kind?: string) =>
    shop.visitor().call(contract.logInWithFacebook, await tokens.facebook(userId, kind), fromElsewhere());
  const google = async (subject: string, kind?: string) => {
    const visitor = shop.visitor();
    return visitor.call(
      contract.logInWithGoogle,
      await tokens.googleOn(visitor, subject, kind),
      fromElsewhere(),
    );
  };

  it('[LGN-02] a visitor signs in with a Facebook access token and its user id', async () => {
    const { value } = await facebook(FACEBOOK_NOURA);
    expect(value?.account).toEqual(NOURA);
    expect(await whoIs(value?.sessionKey)).toBe(1001);
  });

  it('[LGN-02] a visitor signs in with a Google id token', async () => {
    const { value } = await google(GOOGLE_AMAL);
    expect(value?.account.accountId).toBe(1002);
    expect(await whoIs(value?.sessionKey)).toBe(1002);
  });

  it('the older Facebook login call signs in, and never creates an account, also with auto_create', async () => {
    const good = await tokens.facebook(FACEBOOK_NOURA);
    const login = await shop.visitor().call(contract.readLoginKey, good, fromElsewhere());
    expect(await whoIs(login.value?.sessionKey)).toBe(1001);
    const stranger = await tokens.facebook('10150000000007777');
    const fields = { login_type: 'facebook', user_id: stranger.userId, access_token: stranger.accessToken };
    const text = await raw(contract.readLoginKey.path, { ...fields, auto_create: '1' });
    expect(JSON.parse(text)).toMatchObject({ result: 21266 });
    const other = await raw(contract.readLoginKey.path, { ...fields, login_type: 'google' });
    expect(JSON.parse(other)).toMatchObject({ result: 22001 });
  });

  it.each(['wrong-app', 'expired', 'other-user', 'revoked'])(
    'a Facebook access token that is %s is refused',
    async (kind) => {
      expect((await facebook(FACEBOOK_NOURA, kind)).refusal).toBe('login-refused');
    },
  );

  it.each(['wrong-audience', 'wrong-issuer', 'expired', 'forged', 'unsigned'])(
    'a Google id token that is %s is refused',
    async (kind) => {
      expect((await google(GOOGLE_AMAL, kind)).refusal).toBe('login-refused');
    },
  );

  it('a social login with an invalid token is refused, and one without a token is malformed', async () => {
    const noToken = { userId: FACEBOOK_NOURA, accessToken: 'x' };
    expect((await shop.visitor().call(contract.logInWithFacebook, noToken, fromElsewhere())).refusal).toBe(
      'login-refused',
    );
    expect(
      (await shop.visitor().call(contract.logInWithGoogle, { idToken: 'a.b.c' }, fromElsewhere())).refusal,
    ).toBe('login-refused');
    for (const { path } of [contract.logInWithFacebook, contract.logInWithGoogle, contract.readLoginKey]) {
      expect(JSON.parse(await raw(path, { phone: '1' }))).toMatchObject({ result: 22001 });
    }
  });

  it('[LGN-06] a social login of a person without an account is refused with result 21266', async () => {
    expect(await facebook('10150000000008888')).toMatchObject({
      refusal: 'login-unknown-person',
      value: null,
    });
    expect((await google('110000000000000009999')).refusal).toBe('login-unknown-person');
    expect(contract.ERROR_CATALOGUE['login-unknown-person'].result).toBe(21266);
  });

  it('[LGN-06] a login to a closed account is refused with result -10000, and its open sessions are ended', async () => {
    const before = await facebook(FACEBOOK_NOURA);
    await shop.db`update accounts set status = 'banned' where id = 1001`;
    expect(await whoIs(before.value?.sessionKey)).toBeNull();
    expect((await facebook(FACEBOOK_NOURA)).refusal).toBe('login-closed');
    await shop.db`update accounts set status = 'normal' where id = 1001`;
    expect(await whoIs(before.value?.sessionKey)).toBeNull();
    expect((await facebook(FACEBOOK_BANNED)).refusal).toBe('login-closed');
    expect((await google(GOOGLE_DEACTIVATED)).refusal).toBe('login-closed');
    expect(contract.ERROR_CATALOGUE['login-closed'].result).toBe(-10000);
  });
});

describe('ticket logins', () => {
  const useTicket = (ticket: string) =>
    shop.visitor().call(contract.logInWithTicket, { ticket }, fromElsewhere());

  it('[LGN-03] a sign-in ticket signs in once', async () => {
    const ticket = await shop.ticket(1003);
    const { value } = await useTicket(ticket);
    expect(await whoIs(value?.sessionKey)).toBe(1003);
    expect((await useTicket(ticket)).refusal).toBe('login-ticket-void');
  });

  it('[LGN-03] a sign-in ticket that is sent eight times at once signs in once', async () => {
    const ticket = await shop.ticket(1003);
    const answers = await Promise.all(Array.from({ length: 8 }, () => useTicket(ticket)));
    expect(answers.filter(({ value }) => value !== null)).toHaveLength(1);
  });

  it('[LGN-03] a sign-in ticket is refused after it has expired', async () => {
    const ticket = await shop.ticket(1003);
    aheadMs = TICKET_LIVES_MS;
    const late = await useTicket(ticket);
    aheadMs = 0;
    expect(late.refusal).toBe('login-ticket-void');
  });

  it('a sign-in ticket of a closed account is refused and used up', async () => {
    const ticket = await shop.ticket(2001);
    expect((await useTicket(ticket)).refusal).toBe('login-closed');
    expect((await useTicket(ticket)).refusal).toBe('login-ticket-void');
  });

  it('the ticket login accepts a GET request; it refuses a missing ticket as malformed and a guessed one as void', async () => {
    const ticket = await shop.ticket(1004);
    expect(JSON.parse(await raw(contract.logInWithTicket.path, { ticket }, 'GET'))).toMatchObject({
      result: 0,
      data: { uid: 1004 },
    });
    expect(JSON.parse(await raw(contract.logInWithTicket.path, {}, 'GET'))).toMatchObject({ result: 22001 });
    expect((await useTicket('0'.repeat(64))).refusal).toBe('login-ticket-void');
  });
});

it('no password, ticket, token or session key of a login is in a log line or a database row', async () => {
  const ticket = await shop.ticket(1004);
  const facebookToken = await tokens.facebook(FACEBOOK_NOURA);
  const visitor = shop.visitor();
  const { idToken } = await tokens.googleOn(visitor, GOOGLE_AMAL);
  const wrong = 'a-password-typed-wrongly';
  const keys = [
    await visitor.call(
      contract.logInWithPassword,
      { typedId: '8841206', password: PASSWORD },
      fromElsewhere(),
    ),
    await visitor.call(contract.logInWithTicket, { ticket }, fromElsewhere()),
    await visitor.call(contract.logInWithFacebook, facebookToken, fromElsewhere()),
    await visitor.call(contract.logInWithGoogle, { idToken }, fromElsewhere()),
  ].map(({ value }) => value?.sessionKey ?? 'not signed in');
  await logIn('8841206', wrong);
  await raw(contract.logInWithPassword.path, { display_uid: '8841206', password: wrong }, 'GET');
  const fresh = await visitor.call(contract.refreshSession, {}, withKey(keys[0]));

  const tables = await shop.db<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  let rows = '';
  for (const { name } of tables) {
    const found = await shop.db<{ row: string }[]>`select to_jsonb(t)::text as row from ${shop.db(name)} t`;
    rows += found.map(({ row }) => row).join('\n');
  }
  expect(rows).toContain('5048213');
  expect(shop.log()).toContain(contract.logInWithPassword.path);
  const secrets = [
    PASSWORD,
    wrong,
    ticket,
    facebookToken.accessToken,
    idToken,
    ...keys,
    fresh.value?.sessionKey ?? 'not signed in',
  ];
  expect(secrets).not.toContain('not signed in');
  for (const secret of secrets) {
    expect(rows.includes(secret)).toBe(false);
    expect(shop.log().includes(secret)).toBe(false);
  }
});
