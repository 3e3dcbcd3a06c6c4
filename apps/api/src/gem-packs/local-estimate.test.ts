import { listGemPacks, readFine } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentSettings } from '../site-config/site-config.store.ts';
import { wrongPartsOf } from '../site-config/site-settings.ts';
import { bannedAccount } from '../test/fine-payer.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
let nowMs = Date.parse('2026-11-16T12:00:00Z');
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(nowMs), env: { COUNTRY_HEADER: 'CF-IPCountry' } });
});
afterAll(() => shop.close());

const HOUR_MS = 3_600_000;
const rates = (perUsd: object, asOfMs = nowMs) => ({ asOf: new Date(asOfMs).toISOString(), perUsd });
const publish = (exchangeRates: unknown) =>
  shop.db`insert into site_config_versions (settings) values (${shop.db.json({ exchangeRates } as object as never)})`;

/** The price of the $9.99 pack in the money of this country, as a visitor from there gets it. */
async function readIn(country: string | null) {
  const headers: Record<string, string> = country === null ? {} : { 'cf-ipcountry': country };
  const { value } = await shop.visitor().call(listGemPacks, { recipientId: null }, headers);
  return value?.rows.find(({ priceUsdCents }) => priceUsdCents === 999)?.estimate;
}

describe('[UX 2.1] a price in the visitor’s own money', () => {
  it('a price is shown in the visitor’s own currency when country and exchange rate are known, and not otherwise', async () => {
    await publish(rates({ SAR: 3.75, KWD: 0.3074 }));
    expect(await readIn('SA')).toEqual({ currency: 'SAR', value: '37.5' });
    expect(await readIn('KW')).toEqual({ currency: 'KWD', value: '3.07' });
    expect(await readIn('EG')).toBeUndefined();
    expect(await readIn('XX')).toBeUndefined();
    expect(await readIn(null)).toBeUndefined();
    // Each visitor gets the estimate for their own country, although a list is serialised once for many visitors.
    expect(await readIn('SA')).toEqual({ currency: 'SAR', value: '37.5' });
  });

  it('the price in the visitor’s own currency uses newly published exchange rates at once', async () => {
    await publish(rates({ SAR: 3.75 }));
    await readIn('SA');
    await publish(rates({ SAR: 3.8 }));
    expect(await readIn('SA')).toEqual({ currency: 'SAR', value: '38' });
  });

  it('the price in the visitor’s own currency is left out when the exchange rates are two days old', async () => {
    await publish(rates({ SAR: 3.75 }));
    nowMs += 47 * HOUR_MS;
    expect(await readIn('SA')).toBeDefined();
    nowMs += HOUR_MS;
    expect(await readIn('SA')).toBeUndefined();
  });

  it('a fine is also shown in the visitor’s own currency, and only in dollars if no exchange rate is known', async () => {
    await publish(rates({ SAR: 3.75 }));
    const { displayId } = await bannedAccount(shop.db, { count: 0 });
    const { value } = await shop.visitor().call(readFine, { displayId }, { 'cf-ipcountry': 'SA' });
    expect(value?.estimate).toEqual({ currency: 'SAR', value: '37.5' });
    const elsewhere = await shop.visitor().call(readFine, { displayId }, { 'cf-ipcountry': 'FR' });
    expect(elsewhere.value?.estimate).toBeNull();
  });
});

describe('published exchange rates', () => {
  it.each([
    ['no date', { perUsd: { SAR: 3.75 } }, 'exchangeRates.asOf'],
    ['a date that is none', { asOf: 'yesterday', perUsd: {} }, 'exchangeRates.asOf'],
    ['a rate of nothing', rates({ SAR: 0 }), 'exchangeRates.perUsd.SAR'],
    ['a currency without a word', rates({ EUR: 0.9 }), 'exchangeRates.perUsd.EUR'],
  ])('exchange rates with %s are refused, and ignored when they are stored', async (_what, rates, part) => {
    expect(wrongPartsOf({ exchangeRates: rates })).toEqual([part]);
    await publish(rates);
    expect((await currentSettings(shop.db)).exchangeRates).toBeNull();
    expect(await readIn('SA')).toBeUndefined();
  });

  it('valid exchange rates are accepted', () => {
    expect(wrongPartsOf({ exchangeRates: rates({ SAR: 3.75, IQD: 1310 }) })).toEqual([]);
  });
});
