import { randomUUID } from 'node:crypto';
import { createCoinPay, findRecipient, readServerTime, readSiteConfig } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';
import { SCENARIOS } from '../../../sandbox/src/scenarios.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { LOOKUPS_PER_MINUTE: '3', NAMES_PER_ADDRESS_PER_HOUR: '4' } });
});
afterAll(() => shop.close());

const inArabicDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

async function post(path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`${shop.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe('card numbers in requests', () => {
  const number = SCENARIOS.approve.number;

  it.each([
    [
      'in a field',
      { recharge_id: 'gems-100', uid: 1001, pay_type: 23, platform_data: JSON.stringify({ token: number }) },
    ],
    ['grouped', { ext: number.replace(/(.{4})/g, '$1 ').trim() }],
    ['in Arabic digits', { ext: inArabicDigits(number) }],
    ['as a number', { ext: Number(number) }],
    ['as a CVV by its name', { platform_data: JSON.stringify({ card: { cvv: '123' } }) }],
    ['as a key', { [number]: 1 }],
  ])('[EXP-10] a card number %s is refused, and neither answered nor logged', async (_where, body) => {
    const { status, text } = await post(createCoinPay.path, body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ result: 22002 });
    expect(text).not.toContain(number);
    expect(shop.log()).toContain('card-data-refused');
    expect(shop.log()).not.toContain(number);
  });

  it('[EXP-10] a card number in the x-request-id header is refused and not logged', async () => {
    const grouped = number.replace(/(.{4})(?=.)/g, '$1-');
    for (const requestId of [number, grouped]) {
      const response = await fetch(`${shop.apiUrl}${createCoinPay.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': requestId },
        body: JSON.stringify({ recharge_id: 'gems-100' }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ result: 22002 });
    }
    expect(shop.log()).not.toContain(number);
  });

  it('[EXP-10] a card number in a query string is refused and not logged', async () => {
    const response = await fetch(`${shop.apiUrl}/api/web/check_display_id/?display_id=${number}`);
    expect(response.status).toBe(400);
    expect(shop.log()).not.toContain(number);
  });
});

describe('answers of the API', () => {
  it('[NET-02] every refused call is answered in the envelope, also an unknown path', async () => {
    const response = await fetch(`${shop.apiUrl}/api/no/such/call/`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ result: 404, data: null });
    const malformed = await post(createCoinPay.path, { recharge_id: 1 });
    expect(malformed.status).toBe(400);
    expect(JSON.parse(malformed.text)).toMatchObject({ result: 22001 });
    const broken = await fetch(`${shop.apiUrl}${createCoinPay.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"half":',
    });
    expect(broken.status).toBe(400);
  });

  it('[NET-09] the server time call returns the current time', async () => {
    const { value } = await shop.visitor().call(readServerTime, {});
    expect(Math.abs((value?.ts ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('a call that accepts JSON accepts a form too', async () => {
    const response = await fetch(`${shop.apiUrl}${readSiteConfig.path}?channel=app_pkg_info&pure=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    expect(await response.json()).toMatchObject({
      result: 0,
      data: { app_pkg_info: expect.stringContaining('website_version') },
    });
  });

  it('a new device gets one signed cookie that scripts cannot read', async () => {
    const response = await fetch(`${shop.apiUrl}${readServerTime.path}`);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^jawhara_device=[0-9a-f]{64}\.[0-9a-f]{32};.*Path=\/; HttpOnly.*SameSite=Lax/i,
    );
  });
});

describe('recipient look-ups', () => {
  it('[RCP-01] [RCP-03] looking up a recipient returns their picture and name, or the reason why they cannot receive gems', async () => {
    const visitor = shop.visitor();
    const found = await visitor.call(findRecipient, { displayId: '5048213' as DisplayId });
    expect(found.value).toEqual({
      accountId: 1001,
      displayId: '5048213',
      nickname: 'نورة 🌙',
      iconUrl: null,
    });
    expect((await visitor.call(findRecipient, { displayId: '504821' as DisplayId })).refusal).toBe(
      'not-found',
    );
    expect((await visitor.call(findRecipient, { displayId: '7719042' as DisplayId })).refusal).toBe('banned');
  });

  it('[RCP-09] recipient look-ups are limited per device and per address, and the refusal says how long to wait', async () => {
    const look = (visitor: Visitor, id: string) =>
      visitor.call(findRecipient, { displayId: id as DisplayId }, { 'x-forwarded-for': '203.0.113.5' });
    const visitor = shop.visitor();
    for (const id of ['5048213', '999999', '3310457', '888888', '8841206', '5048213'])
      expect((await look(visitor, id)).status).toBe(200);
    const refused = await look(visitor, '6127733');
    expect(refused).toMatchObject({ refusal: 'too-many-tries', status: 429, value: null });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // An unknown id gets the same refusal, so the answer does not reveal whether an id exists.
    const nobody = await look(visitor, '999999');
    expect(nobody).toMatchObject({ refusal: 'too-many-tries', status: 429, value: null });
    // An account that this device was already shown may be read again.
    expect((await look(visitor, '3310457')).value?.displayId).toBe('3310457');
    // Another device behind the same address shares the address's limit: it learns one more name, and then none.
    const other = shop.visitor();
    expect((await look(other, '6127733')).value?.displayId).toBe('6127733');
    expect((await look(other, '7719042')).refusal).toBe('too-many-tries');
  });
});
