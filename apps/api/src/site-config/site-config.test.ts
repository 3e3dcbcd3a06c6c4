import { readSiteConfig } from '@jawhara/contract';
import { accountId, type SignOff } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/postgres.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { signed } from '../test/signed.ts';
import { goBackToVersion, listVersions, publishSettings } from './publish-settings.ts';
import { grayValueFor } from './read-site-config.ts';
import { readSettings, wrongPartsOf } from './site-settings.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const signature = signed('salma', 'a test');
const publish = (settings: object, signOff: SignOff) =>
  inTransaction(shop.db, (tx) => publishSettings(tx, settings, signOff));
const goBack = (version: number, signOff: SignOff) =>
  inTransaction(shop.db, (tx) => goBackToVersion(tx, version, signOff));

const FULL = {
  websiteVersion: '1.0.329',
  repurchaseRatio: 40,
  newCardFlow: { ratio: 10, whitelist: [1001, 1002] },
  adyenCard: { ratio: 5, whitelist: [1001] },
  walletChannels: [{ payType: 25, ratio: 60, whitelist: [1002] }],
  walletSheet: {
    countryCode: 'HK',
    currencyCode: 'USD',
    networks: ['visa'],
    capabilities: ['supports3DS'],
    totalLabel: 'Jawhara',
    displayName: 'Jawhara',
    merchantIdentifier: 'merchant.example',
  },
  cardHiddenPlatforms: ['huawei'],
  appLinks: { apple: 'https://apps.apple.com/app/id1' },
  support: { whatsapp: '+966500000000', replyHours: 2 },
  usualTimes: { resultSeconds: 20 },
  isVatIncluded: true,
  recommended: [1999],
  extraRecommended: null,
  payGroup: 'default',
};

async function packageInfo(): Promise<Record<string, unknown>> {
  const response = await fetch(`${shop.apiUrl}${readSiteConfig.path}?channel=app_pkg_info&pure=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  const { data } = (await response.json()) as { data: { app_pkg_info: string } };
  return JSON.parse(data.app_pkg_info) as Record<string, unknown>;
}

async function signedIn(id: number): Promise<Record<string, string>> {
  const deps = { db: shop.db, now: systemClock, chance: systemChance };
  return { 'x-session-key': await openSession(deps, accountId(id), 'password') };
}

describe('the site configuration', () => {
  it('[CFG-01] the site configuration contains the whole package info as a text of JSON', async () => {
    await publish(FULL, signature);
    expect(await packageInfo()).toEqual({
      website_version: '1.0.329',
      adyen_fields: { client_key: expect.stringMatching(/^test_/), environment: 'test', api_url: null },
      payermax_fields: {
        script_url: expect.stringContaining('pmdropin'),
        environment: 'sandbox',
        shows: 'drop-in',
      },
      failing_providers: [],
      google_pay: null,
      ABtest_repurchase_ratio: 40,
      adyen_card_ratio: 5,
      adyen_card_whitelist: [],
      applepay_config: [{ pay_type: 25, gray_ratio: 60, whitelist: [] }],
      adyen_applepay_config: {
        countryCode: 'HK',
        currencyCode: 'USD',
        supportedNetworks: ['visa'],
        merchantCapabilities: ['supports3DS'],
        merchantAcccount: 'Jawhara',
        display_name: 'Jawhara',
        merchant_identifier: 'merchant.example',
      },
      cko_new_rate: 10,
      cko_new_whitelist: [],
      cko_hidden_platforms: ['huawei'],
      are_android_url: null,
      are_huawei_url: null,
      are_apple_url: 'https://apps.apple.com/app/id1',
      are_google_url: null,
      are_private_url: null,
      are_open_url: null,
      support: { whatsapp: '+966500000000', email: null, reply_hours: 2 },
      usual_times: { result_s: 20, slow_bank_s: null },
      vat_included: true,
      gray_value: expect.any(Number),
      cko_fields: { script_url: expect.any(String), public_key: expect.any(String), environment: 'sandbox' },
    });
  });

  it('[CFG-04] [CFG-05] an account sees only its own entry in the whitelists of the site configuration', async () => {
    await publish(FULL, signature);
    const own = await shop.visitor().call(readSiteConfig, {}, await signedIn(1001));
    expect(own.value?.newCardFlow.whitelist).toEqual([1001]);
    expect(own.value?.adyenCard).toEqual({ ratio: 5, whitelist: [1001] });
    expect(own.value?.walletChannels[0]?.whitelist).toEqual([]);
    const forced = await shop.visitor().call(readSiteConfig, {}, await signedIn(1002));
    expect(forced.value?.walletChannels[0]?.whitelist).toEqual([1002]);
    const other = await shop.visitor().call(readSiteConfig, {}, await signedIn(1003));
    expect(other.value?.newCardFlow.whitelist).toEqual([]);
    expect(other.value?.adyenCard).toEqual({ ratio: 5, whitelist: [] });
  });

  it('[CFG-01] each broken part of the site configuration is read as its default, and the other parts are used', async () => {
    const broken = {
      websiteVersion: 7,
      newCardFlow: { ratio: 'all' },
      adyenCard: { ratio: 5, whitelist: [] },
      walletSheet: null,
      appLinks: { apple: 'javascript:alert(1)' },
      support: { whatsapp: 'call me' },
      usualTimes: { resultSeconds: 0 },
      isVatIncluded: 'yes',
    };
    await shop.db`insert into site_config_versions (settings) values (${shop.db.json(broken)})`;
    expect(await packageInfo()).toMatchObject({
      website_version: '0.0.0',
      cko_new_rate: 0,
      cko_new_whitelist: [],
      adyen_card_ratio: 5,
      ABtest_repurchase_ratio: null,
      applepay_config: [],
      adyen_applepay_config: { countryCode: 'HK', currencyCode: 'USD' },
      are_apple_url: null,
      support: { whatsapp: null, email: null, reply_hours: null },
      usual_times: { result_s: null, slow_bank_s: null },
      vat_included: false,
    });
  });

  it.each([[null], ['text'], [[]], [7]])(
    '[CFG-01] a stored site configuration that is not an object is read as the defaults: %j',
    (stored) => {
      expect(readSettings(stored)).toMatchObject({ websiteVersion: '0.0.0', walletChannels: [] });
    },
  );

  it.each([[{}], [{ channel: 'other' }], [{ channel: 1 }]])(
    'a request for the site configuration with the body %j is refused as malformed',
    async (body) => {
      const response = await fetch(`${shop.apiUrl}${readSiteConfig.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ result: 22001 });
    },
  );
});

describe('the gray value', () => {
  it('[CFG-09] a device gets the same gray value (for gradual releases) at each call', async () => {
    const visitor = shop.visitor();
    const values = [];
    for (let i = 0; i < 3; i += 1) values.push((await visitor.call(readSiteConfig, {})).value?.grayValue);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toBeGreaterThanOrEqual(0);
  });

  it('[CFG-09] an account gets the same gray value (for gradual releases) on each of its devices', async () => {
    const values = [];
    for (let i = 0; i < 3; i += 1)
      values.push((await shop.visitor().call(readSiteConfig, {}, await signedIn(1002))).value?.grayValue);
    expect(values).toEqual(Array(3).fill(grayValueFor({ accountId: accountId(1002), device: 'any' })));
  });

  it('gray values of devices are spread evenly: about 30 of 100 are below 30', () => {
    const values = Array.from({ length: 20_000 }, (_, i) =>
      grayValueFor({ accountId: null, device: `device-${i}` }),
    );
    const below = values.filter((value) => value < 30).length;
    expect(below / values.length).toBeGreaterThan(0.28);
    expect(below / values.length).toBeLessThan(0.32);
  });
});

describe('publishing a site configuration', () => {
  it('publishing a site configuration with a mistyped setting is refused, and the refusal names the setting', async () => {
    const outcome = await publish({ ...FULL, newCardFlow: { ratio: '10' }, cko_new_rate: 10 }, signature);
    expect(outcome).toMatchObject({ kind: 'wrong-parts' });
    expect(wrongPartsOf({ newCardFlow: { ratio: '10' } })).toEqual(['newCardFlow.ratio']);
    expect(wrongPartsOf(FULL)).toEqual([]);
  });

  it('going back to an old site configuration publishes it as a new version, and the list has all versions', async () => {
    const first = await publish({ ...FULL, websiteVersion: '1.1.0' }, signature);
    if (first.kind !== 'published') throw new Error('not published');
    await publish({ ...FULL, websiteVersion: '1.2.0' }, signed('omar', 'new site'));
    expect((await packageInfo())['website_version']).toBe('1.2.0');

    const back = await goBack(first.version, signed('salma', 'cards failed'));
    expect((await packageInfo())['website_version']).toBe('1.1.0');
    const [newest, second, third] = await listVersions(shop.db);
    expect(back).toEqual({ kind: 'published', version: newest?.version });
    expect(newest).toMatchObject({ by: 'salma', why: 'cards failed', copyOf: first.version });
    expect(second).toMatchObject({ by: 'omar', why: 'new site', copyOf: null });
    expect(third).toMatchObject({ version: first.version });
  });

  it('going back to an unknown version of the site configuration is refused', async () => {
    expect(await goBack(999_999, signature)).toEqual({ kind: 'no-such-version' });
  });
});
