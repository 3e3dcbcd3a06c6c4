import { armHandOver, readOrder, takeHandOver, type HandOver } from '@jawhara/contract';
import { HAND_OVER_LIVES_MS } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardsOf, placed, rememberCard, sessionOf } from '../test/card-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';
import type { Visitor } from '../test/visitor.ts';
import { forgetUsedTransfers } from './use-transfer.ts';
import { agreedTo, headersAt, MovingBrowser, present, type At } from './test/moving-browser.ts';

const FIRST = { host: 'pay.example' };
const BACKUP = { host: 'pay2.example' };
const THIRD = { host: 'pay3.example' };
const FROM = 'http://pay.example';

let shop: Shop;
let laterMs = 0;
const now = () => new Date(Date.now() + laterMs);

beforeAll(async () => {
  const domains = { [FIRST.host]: [BACKUP.host, THIRD.host] };
  shop = await openShop({
    now,
    env: { SITE_URL: 'http://pay.example', BACKUP_DOMAINS: JSON.stringify(domains) },
  });
});
afterAll(() => shop.close());

/** A payer who has bought on the first host and has a transfer code for the second. */
async function moving(to = BACKUP) {
  const browser = new MovingBrowser(shop.visitor());
  const bought = await browser.visitor.buy('approve');
  const orderId = bought.value?.orderId;
  if (orderId === undefined) throw new Error('not bought');
  const sealed = await browser.arm(FIRST);
  const code = await browser.code(sealed, to, FROM);
  return { browser, orderId, sealed, code };
}

async function opensNothing(by: Visitor, code: HandOver, at: At = BACKUP): Promise<void> {
  const presented = await present(by, code, at);
  expect(presented.refusal).toBe('hand-over-void');
}

describe('[APP-18] moving a device to another host of the site', () => {
  it('a device that moves to another host of the site sees its own order there', async () => {
    const { code, orderId } = await moving();
    const there = shop.visitor();
    expect((await there.call(readOrder, { orderId })).refusal).toBe('order-not-found');
    const { headers, refusal } = await present(there, code, BACKUP);
    expect(refusal).toBeNull();
    // The answer sets the cookie of the moved device, and not also a cookie for a new visitor.
    expect(headers.getSetCookie()).toHaveLength(1);
    expect((await there.call(readOrder, { orderId })).value?.orderId).toBe(orderId);
  });

  it('a device transfer code is accepted once, also if two devices use it at the same moment', async () => {
    const { code, orderId } = await moving();
    const two = [shop.visitor(), shop.visitor()];
    const answers = await Promise.all(two.map((one) => present(one, code, BACKUP)));
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    const third = shop.visitor();
    await opensNothing(third, code);
    expect((await third.call(readOrder, { orderId })).refusal).toBe('order-not-found');
  });

  it('a device transfer code is refused after two minutes', async () => {
    const { code } = await moving();
    laterMs = HAND_OVER_LIVES_MS;
    await opensNothing(shop.visitor(), code);
    laterMs = 0;
  });

  it('a device transfer code is refused on every host but the one it was made for', async () => {
    const { code, browser } = await moving();
    await opensNothing(shop.visitor(), code, THIRD);
    await opensNothing(shop.visitor(), browser.sign(code, THIRD), THIRD);
    const evil = { host: 'evil.example' };
    const elsewhere = await browser.code(code.sealed, evil, FROM);
    await opensNothing(shop.visitor(), elsewhere, evil);
  });

  it('a device transfer code is refused in another browser and on another network', async () => {
    const { code } = await moving();
    await opensNothing(shop.visitor(), code, { ...BACKUP, userAgent: 'Desktop/2' });
    const other = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': BACKUP.host,
      'user-agent': 'Phone/1',
    };
    expect((await shop.visitor().call(takeHandOver, code, other)).refusal).toBe('hand-over-void');
  });

  it('a device transfer code is refused with another key, other transferred data or a changed signature', async () => {
    const { code, sealed } = await moving();
    const thief = new MovingBrowser(shop.visitor());
    await opensNothing(shop.visitor(), await thief.code(sealed, BACKUP, FROM));
    await opensNothing(shop.visitor(), { ...code, carried: 'x'.repeat(43) });
    const changed = `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`;
    await opensNothing(shop.visitor(), { ...code, sealed: changed });
    await opensNothing(shop.visitor(), { ...code, challenge: `${code.challenge.slice(0, -1)}-` });
  });

  it('a device transfer code is refused when no page of another host of the site sent the visitor', async () => {
    const { browser, sealed } = await moving();
    for (const from of [
      '',
      'null',
      'https://evil.example',
      'https://pay.example',
      'http://pay.example.evil.example',
      'http://',
      // The target host itself is refused too, because a transfer starts on another host.
      `http://${BACKUP.host}`,
    ])
      await opensNothing(shop.visitor(), await browser.code(sealed, BACKUP, from));
  });

  it('with the visitor’s consent a device transfer code needs no page of the site, but works only in the browser it was made for', async () => {
    const { code, orderId } = await moving();
    await opensNothing(shop.visitor(), agreedTo(code), { ...BACKUP, userAgent: 'Desktop/2' });
    const there = shop.visitor();
    expect((await present(there, agreedTo(code), BACKUP)).refusal).toBeNull();
    expect((await there.call(readOrder, { orderId })).value?.orderId).toBe(orderId);
    await opensNothing(shop.visitor(), agreedTo(code));
  });

  it('a device transfer from a page of the previous release, which sends no consent field, is accepted', async () => {
    const { code } = await moving();
    const { consent, ...wire } = code;
    expect(consent).toBe(false);
    const sent = await fetch(`${shop.apiUrl}${takeHandOver.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersAt(BACKUP) },
      body: JSON.stringify(wire),
    });
    expect(await sent.json()).toMatchObject({ result: 0 });
  });

  it('a device transfer is refused more than a month after the device was prepared for it', async () => {
    const { browser, sealed } = await moving();
    laterMs = 31 * 24 * 3_600_000;
    await opensNothing(shop.visitor(), await browser.code(sealed, BACKUP, FROM));
    laterMs = 0;
  });
});

describe('[WAL-09] [APP-18] moving a device from the app into the system browser', () => {
  const SAFARI = { ...FIRST, userAgent: 'Safari/1' };

  async function leaving() {
    const { browser, orderId, sealed } = await moving();
    const asLinked = await browser.browserCode(sealed, FIRST);
    return { browser, orderId, sealed, asLinked, code: agreedTo(asLinked) };
  }

  it('a device that moves to the system browser sees its own order there; a second use of its code is refused', async () => {
    const { code, orderId } = await leaving();
    const [safari, second] = [shop.visitor(), shop.visitor()];
    expect((await present(safari, code, SAFARI)).refusal).toBeNull();
    expect((await safari.call(readOrder, { orderId })).value?.orderId).toBe(orderId);
    await opensNothing(second, code, SAFARI);
    expect((await second.call(readOrder, { orderId })).refusal).toBe('order-not-found');
  });

  it('a transfer link that another person opens without consenting does nothing, and its sender sees no saved card of theirs', async () => {
    const { asLinked, browser } = await leaving();
    const victim = shop.visitor();
    await opensNothing(victim, asLinked, { ...FIRST, userAgent: 'Victim/2' });
    await opensNothing(victim, { ...asLinked, from: FROM }, { ...FIRST, userAgent: 'Victim/2' });
    await opensNothing(
      victim,
      { ...asLinked, from: `http://${BACKUP.host}` },
      { ...FIRST, userAgent: 'Victim/2' },
    );
    const headers = await sessionOf(shop, 1003);
    const { orderId } = placed(await victim.buy('approve', { headers }));
    await rememberCard(victim, orderId, headers);
    expect(await cardsOf(browser.visitor)).toEqual([]);
  });

  it('a code for the system browser that is signed like one for another host is refused, and so is the reverse', async () => {
    const { asLinked, browser, sealed } = await leaving();
    // Signed as pages of the previous release sign it: it is refused, and the payer must start the transfer again.
    await opensNothing(
      shop.visitor(),
      agreedTo(browser.sign({ ...asLinked, consent: false }, FIRST)),
      SAFARI,
    );
    const forHosts = await browser.code(sealed, BACKUP, FROM);
    await opensNothing(shop.visitor(), browser.sign({ ...forHosts, consent: true }, BACKUP), BACKUP);
  });

  it('a transfer to the system browser needs the same network and the same host, and is refused after two minutes', async () => {
    const { code, browser, sealed } = await leaving();
    await opensNothing(shop.visitor(), code, { ...SAFARI, host: BACKUP.host });
    const far = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': FIRST.host,
      'user-agent': 'Safari/1',
    };
    expect((await shop.visitor().call(takeHandOver, code, far)).refusal).toBe('hand-over-void');
    await opensNothing(shop.visitor(), await browser.code(sealed, FIRST, ''), SAFARI);
    // The code is refused even if one of our pages sent the visitor, because a transfer between hosts needs another kind of code.
    await opensNothing(shop.visitor(), { ...code, from: FROM, consent: false }, SAFARI);
    laterMs = HAND_OVER_LIVES_MS;
    await opensNothing(shop.visitor(), code, SAFARI);
    laterMs = 0;
  });
});

it('an invalid public key is refused for a device transfer, and so is a request from another site', async () => {
  for (const publicKey of ['x', 'B'.repeat(87), 'A'.repeat(87)]) {
    const armed = await shop.visitor().call(armHandOver, { publicKey });
    expect(armed.refusal).toBe('hand-over-void');
  }
  const { publicKey } = new MovingBrowser(shop.visitor());
  const led = await shop.visitor().call(armHandOver, { publicKey }, { 'sec-fetch-site': 'cross-site' });
  expect(led.refusal).toBe('from-elsewhere');
});

it('device transfer codes are in no log or table, and the records of used codes are deleted when the codes have expired', async () => {
  const { code } = await moving();
  await present(shop.visitor(), code, BACKUP);
  expect(shop.log()).not.toContain(code.sealed);
  expect(shop.log()).not.toContain(code.challenge);
  const countUsedCodes = async () => (await shop.db`select from used_hand_overs`).length;
  expect(await countUsedCodes()).toBeGreaterThan(0);
  expect(await forgetUsedTransfers({ db: shop.db, now })).toBe(0);
  laterMs = HAND_OVER_LIVES_MS + 1_000;
  expect(await forgetUsedTransfers({ db: shop.db, now }, 1)).toBeGreaterThan(0);
  expect(await countUsedCodes()).toBe(0);
  laterMs = 0;
});

it('[NET-08] pages of the site’s other hosts may read the host probes without a cookie, and pages of other sites may not', async () => {
  for (const path of ['/api/sys/h5_info/', '/api/gm/hii', '/api/web/hand_over_challenge/']) {
    const ask = (origin: string) =>
      fetch(`${shop.apiUrl}${path}`, { headers: { origin, 'sec-fetch-site': 'cross-site' } });
    const ours = await ask(FROM);
    expect(ours.headers.get('access-control-allow-origin')).toBe(FROM);
    expect(ours.headers.get('access-control-allow-credentials')).toBeNull();
    expect(ours.headers.getSetCookie()).toEqual([]);
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  }
  const other = await fetch(`${shop.apiUrl}/api/sys/ts/`, { headers: { origin: FROM } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

it('[APP-18] a bank sends the payer back to the host they pay on, and never to a host of another site', async () => {
  const sentBackTo = async (host: string) => {
    const { value } = await shop.visitor().buy('challenge', { headers: { 'x-forwarded-host': host } });
    const challenge = value?.answer;
    if (challenge?.kind !== 'challenge' || challenge.way === 'native')
      throw new Error('the bank did not ask');
    const bank = await fetch(challenge.url, {
      method: 'POST',
      body: new URLSearchParams({ code: '1234' }),
      redirect: 'manual',
    });
    return new URL(bank.headers.get('location') ?? '').origin;
  };
  expect(await sentBackTo(FIRST.host)).toBe('http://pay.example');
  expect(await sentBackTo(BACKUP.host)).toBe('http://pay2.example');
  expect(await sentBackTo('evil.example')).toBe('http://pay.example');
});
