import { accountId, NOBODY } from '@jawhara/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FIELDS, fieldsWithout } from '../../api/test/provider-fields.ts';
import { grayValue } from '../../browser/ids.ts';
import { googlePayGateway, grayVisitorOf, newCardChannels, type ChannelConfig } from './use-facts.ts';
import { GOOGLE_PAY_SITE } from './wallet/test/with-google-pay.ts';

const CONFIG: ChannelConfig = {
  ...FIELDS,
  adyenCard: NOBODY,
  newCardFlow: NOBODY,
  cardHiddenPlatforms: [],
  failingProviders: [],
};
const VISITOR = { grayValue: 40, accountId: accountId(7) };
const channels = (more: Partial<ChannelConfig>, platform = '') =>
  newCardChannels({ ...CONFIG, ...more }, VISITOR, platform);

/** Only the pay types that the requirements name; pay types added later have their own places among them. */
const named = (...prompted: Parameters<typeof channels>) =>
  channels(...prompted).filter((payType) => [23, 24, 27].includes(payType));

describe('the providers that may take a new card', () => {
  it.each([
    ['Adyen is not released', {}, [23, 24]],
    ['the visitor is below Adyen’s ratio', { adyenCard: { ratio: 41, whitelist: [] } }, [27, 23, 24]],
    ['the visitor is not below Adyen’s ratio', { adyenCard: { ratio: 40, whitelist: [] } }, [23, 24]],
    ['another account is on Adyen’s list', { adyenCard: { ratio: 0, whitelist: [accountId(8)] } }, [23, 24]],
    [
      'Adyen is released but has no configured fields',
      { adyenCard: { ratio: 100, whitelist: [] }, ...fieldsWithout(17) },
      [23, 24],
    ],
    ['PayerMax has no configured fields', fieldsWithout(6), [23]],
    ['Checkout.com is failing', { failingProviders: [13] }, [24, 23]],
  ] as const)('[CFG-05] the order of the pay types for a new card, when %s', (_title, more, expected) => {
    expect(named(more)).toEqual(expected);
  });

  it.each([
    ['the visitor is below the ratio of the flow', { ratio: 41, whitelist: [] }, [23, 27, 24]],
    ['the visitor is not below the ratio of the flow', { ratio: 40, whitelist: [] }, [27, 23, 24]],
    ['the account is on the list of the flow', { ratio: 0, whitelist: [accountId(7)] }, [23, 27, 24]],
    ['another account is on the list of the flow', { ratio: 0, whitelist: [accountId(8)] }, [27, 23, 24]],
  ] as const)(
    '[CFG-02] the order of the pay types for a new card by the release of the new card flow, when %s',
    (_title, newCardFlow, expected) => {
      expect(named({ adyenCard: { ratio: 100, whitelist: [] }, newCardFlow })).toEqual(expected);
    },
  );

  it('[CFG-02] the gray value (0 to 99, for releases) comes from the server; the stored one applies only without it', () => {
    localStorage.clear();
    const drawn = grayValue();
    expect(grayVisitorOf(null, null)).toEqual({ grayValue: drawn, accountId: null });
    const server = (drawn + 50) % 100;
    const visitor = grayVisitorOf({ grayValue: server }, accountId(7));
    expect(visitor).toEqual({ grayValue: server, accountId: accountId(7) });
    localStorage.clear();
    expect(grayVisitorOf({ grayValue: server }, accountId(7))).toEqual(visitor);
  });

  it('[CFG-02] the new card flow only reorders pay types; a failing provider comes last, a whitelisted account has one pay type', () => {
    const everybody = { ratio: 100, whitelist: [] };
    const adyenCard = everybody;
    const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other);
    expect(sorted(channels({ adyenCard, newCardFlow: everybody }))).toEqual(sorted(channels({ adyenCard })));
    expect(named({ adyenCard, newCardFlow: everybody })[0]).toBe(23);
    expect(named({ adyenCard, newCardFlow: everybody, failingProviders: [13] }).at(-1)).toBe(23);
    const forced = { ratio: 0, whitelist: [accountId(7)] };
    expect(channels({ adyenCard: forced, newCardFlow: everybody })).toEqual([27]);
  });

  it('[CFG-04] an account on Adyen’s whitelist gets only Adyen, even while Adyen fails, if the site can show Adyen’s fields', () => {
    const adyenCard = { ratio: 0, whitelist: [accountId(7)] };
    expect(channels({ adyenCard })).toEqual([27]);
    expect(channels({ adyenCard, failingProviders: [17] })).toEqual([27]);
    expect(named({ adyenCard, ...fieldsWithout(17) })).toEqual([23, 24]);
  });

  it('[CFG-09] a visitor gets the same pay types every time, and still gets Adyen’s when the ratio of its release rises', () => {
    const isNew = (ratio: number, value: number) =>
      newCardChannels(
        { ...CONFIG, adyenCard: { ratio, whitelist: [] } },
        { grayValue: value, accountId: null },
        '',
      ).includes(27);
    localStorage.clear();
    const drawn = grayValue();
    for (let ratio = 0; ratio <= 100; ratio += 1) {
      expect(isNew(ratio, grayValue())).toBe(isNew(ratio, drawn));
      for (let value = 0; value < 100; value += 1)
        if (isNew(ratio, value)) expect(isNew(Math.min(ratio + 1, 100), value)).toBe(true);
    }
    expect([isNew(0, 0), isNew(100, 99)]).toEqual([false, true]);
  });

  it('[CFG-06] the card fields of Checkout.com are not offered on platforms that the configuration excludes', () => {
    expect(named({ cardHiddenPlatforms: ['old-tv'] }, 'old-tv')).toEqual([24]);
    expect(named({ cardHiddenPlatforms: ['old-tv'] }, 'ios')).toEqual([23, 24]);
  });
});

describe('Google Pay', () => {
  afterEach(() => vi.unstubAllGlobals());
  const switchedOn = { googlePay: GOOGLE_PAY_SITE };

  it('[NET-11] Google Pay uses the first card provider that supports it, and is off unless the operator enables it', () => {
    expect(googlePayGateway(switchedOn, [23, 27])?.provider).toBe(13);
    expect(googlePayGateway(switchedOn, [27, 23])?.provider).toBe(17);
    expect(googlePayGateway(switchedOn, [24])).toBeNull();
    expect(googlePayGateway({ googlePay: null }, [23, 27])).toBeNull();
    expect(googlePayGateway(null, [23, 27])).toBeNull();
  });

  it('[NET-11] Google Pay is not used in a browser with Apple Pay', () => {
    vi.stubGlobal('ApplePaySession', { canMakePayments: () => true, supportsVersion: () => true });
    expect(googlePayGateway(switchedOn, [23, 27])).toBeNull();
  });
});
