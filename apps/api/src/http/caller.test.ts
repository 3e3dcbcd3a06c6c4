import { addEvent, findRecipient, errorMessage, reportSensorData, runBatch } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentCookieHeader } from '../../../../tools/stack/development-device.ts';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface StoredNames {
  readonly device: string;
  readonly account: number | null;
}

/** The device and account that the server identified for a call, read from the telemetry record that it stored under them. */
async function readStoredNames(
  path: string,
  headers: Record<string, string>,
  event: string,
): Promise<StoredNames> {
  const response = await fetch(`${shop.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ event, event_name: event }),
  });
  expect(await response.json()).toMatchObject({ result: 0 });
  await shop.app.telemetry.flush();
  const [row] = await shop.db<StoredNames[]>`
    select device, account_id as account from telemetry_records where name = ${event} order by id desc limit 1`;
  if (!row) throw new Error('nothing was kept');
  return row;
}

const cookie = (digit: string) => ({ cookie: developmentCookieHeader(digit.repeat(64)) });
const openFor = (account: number) =>
  openSession({ db: shop.db, now: systemClock, chance: systemChance }, accountId(account), 'app');

describe('the headers of a call', () => {
  it('[NET-01] the session key is read from x-session-key, and from x-account-token on paths with /third/', async () => {
    expect(reportSensorData.path).toContain('/third/');
    const key = await openFor(1001);
    const usual = await readStoredNames(addEvent.path, { 'x-session-key': key }, 'usual');
    const third = await readStoredNames(reportSensorData.path, { 'x-account-token': key }, 'third');
    expect([usual.account, third.account]).toEqual([1001, 1001]);
    expect((await readStoredNames(reportSensorData.path, {}, 'nobody')).account).toBeNull();
  });

  it('[NET-01] a device is recognised by its cookie, never by x-cli-id', async () => {
    const claims = { 'x-cli-id': 'c'.repeat(32), 'accept-language': 'ar' };
    const one = await readStoredNames(addEvent.path, { ...claims, ...cookie('1') }, 'one');
    const same = await readStoredNames(addEvent.path, { ...cookie('1'), 'x-cli-id': 'd'.repeat(32) }, 'same');
    const other = await readStoredNames(addEvent.path, { ...claims, ...cookie('2') }, 'other');
    expect(same.device).toBe(one.device);
    expect(other.device).not.toBe(one.device);
    // The stored device is a digest: it cannot be used to impersonate this device.
    expect(one.device).not.toContain('1'.repeat(64));
  });

  it('[NET-01] each telemetry record has the app package and the bridge from the call’s headers, also from a batch', async () => {
    const bodyOf = async (event: string): Promise<unknown> => {
      await shop.app.telemetry.flush();
      const [row] = await shop.db`select body from telemetry_records where name = ${event}`;
      return row?.['body'];
    };
    await readStoredNames(addEvent.path, { 'x-cli-pn': 'kanka', 'x-cli-br': '1' }, 'in-app');
    expect(await bodyOf('in-app')).toMatchObject({ package: 'kanka', bridge: 1 });
    await readStoredNames(addEvent.path, { 'x-cli-pn': '<b>kanka</b>', 'x-cli-br': 'yes' }, 'odd');
    expect(Object.keys((await bodyOf('odd')) as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:package|bridge)$/)]),
    );
    const part = {
      method: 'POST',
      path: addEvent.path,
      request_id: 'one',
      headers: {},
      params: { event: 'in-batch', event_name: 'in-batch' },
    };
    await fetch(`${shop.apiUrl}${runBatch.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-cli-pn': 'ludo' },
      body: JSON.stringify({ async: true, timeout: 5_000, header: {}, requests: [part] }),
    });
    expect(await bodyOf('in-batch')).toMatchObject({ package: 'ludo' });
  });

  it.each([
    ['ar', 'ar'],
    ['en', 'en'],
    ['en-GB, ar;q=0.8', 'en'],
    ['tlh', 'ar'],
  ] as const)(
    '[NET-01] a request with accept-language %s is refused with a message in the matching language',
    async (acceptLanguage, locale) => {
      const readBody = async (path: string): Promise<unknown> =>
        (await fetch(`${shop.apiUrl}${path}`, { headers: { 'accept-language': acceptLanguage } })).json();
      expect(await readBody(findRecipient.path)).toMatchObject({
        message: errorMessage('malformed', locale),
      });
      expect(await readBody('/api/nowhere/')).toMatchObject({
        message: errorMessage('no-such-call', locale),
      });
    },
  );
});
