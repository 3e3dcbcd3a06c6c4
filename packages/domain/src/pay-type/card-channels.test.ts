import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { isReleasedTo, NOBODY, type GrayRelease } from '../site-config/gray-release.ts';
import { cardChannelsFor, type CardChannelFacts } from './card-channels.ts';
import { isWallet, PAY_TYPES, providerOf, type PayType } from './pay-type.ts';
import { CARD_PROVIDERS, type ProviderNumber } from '../provider/providers.ts';

const EVERYBODY = { ratio: 100, whitelist: [] };
const PLAIN: CardChannelFacts = {
  releases: { 17: NOBODY },
  newCardFlow: NOBODY,
  visitor: { grayValue: 50, accountId: null },
  platform: 'web',
  hiddenPlatforms: [],
  failing: [],
};
const channels = (more: Partial<CardChannelFacts> = {}) => cardChannelsFor({ ...PLAIN, ...more });
const to17 = (release: GrayRelease) => ({ releases: { 17: release } });

/** Only the channels that the requirements name. Providers that were added later come between them. */
const named = (more: Partial<CardChannelFacts> = {}) =>
  channels(more).filter((payType) => [23, 24, 27].includes(payType));

const everyPayType = fc.constantFrom(...Object.keys(PAY_TYPES).map((code) => Number(code) as PayType));
const failing = fc.subarray<ProviderNumber>([6, 13, 17, 18]);
const release = fc.record({
  ratio: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(Number.NaN)),
  whitelist: fc.subarray([accountId(7), accountId(8)]),
});
const facts = fc.record({
  releases: fc.record({ 17: release }),
  newCardFlow: release,
  visitor: fc.record({
    grayValue: fc.integer({ min: 0, max: 99 }),
    accountId: fc.option(fc.constantFrom(accountId(7), accountId(9))),
  }),
  platform: fc.constantFrom('ios', 'android', 'web', ''),
  hiddenPlatforms: fc.subarray(['iOS', 'huawei']),
  failing,
  forced: fc.option(everyPayType),
});
const unforced = facts.map((visitorFacts) => ({ ...visitorFacts, forced: null }));

describe('the card channels', () => {
  it('[CFG-05] card payment by Adyen is offered first where its ratio or whitelist allows it, and otherwise not at all', () => {
    expect(named()).toEqual([23, 24]);
    expect(named(to17(EVERYBODY))).toEqual([27, 23, 24]);
    expect(named(to17({ ratio: 50, whitelist: [] }))).toEqual([23, 24]);
    expect(named(to17({ ratio: 51, whitelist: [] }))).toEqual([27, 23, 24]);
    const listed = { ratio: 0, whitelist: [accountId(7)] };
    expect(named(to17(listed))).toEqual([23, 24]);
    expect(named({ ...to17(listed), visitor: { grayValue: 99, accountId: accountId(7) } })).toEqual([
      27, 23, 24,
    ]);
    fc.assert(
      fc.property(unforced, (visitorFacts) => {
        expect(cardChannelsFor(visitorFacts).includes(27)).toBe(
          isReleasedTo(visitorFacts.releases[17], visitorFacts.visitor),
        );
      }),
    );
  });

  it('[CFG-02] the new card flow puts Checkout.com first for its visitors, and neither adds nor removes a card channel', () => {
    const all = to17(EVERYBODY);
    expect(named({ ...all, newCardFlow: { ratio: 51, whitelist: [] } })).toEqual([23, 27, 24]);
    expect(named({ ...all, newCardFlow: { ratio: 50, whitelist: [] } })).toEqual([27, 23, 24]);
    const listed = { ratio: 0, whitelist: [accountId(7)] };
    const visitor = { grayValue: 99, accountId: accountId(7) };
    expect(named({ ...all, newCardFlow: listed, visitor })).toEqual([23, 27, 24]);
    expect(named({ ...all, newCardFlow: EVERYBODY, failing: [13] })).toEqual([27, 24, 23]);
    fc.assert(
      fc.property(facts, (visitorFacts) => {
        const without = cardChannelsFor({ ...visitorFacts, newCardFlow: NOBODY });
        expect(new Set(cardChannelsFor(visitorFacts))).toEqual(new Set(without));
      }),
    );
  });

  it('[CFG-06] card payment by Checkout.com is not offered on the listed platforms, even if another provider fails', () => {
    expect(named({ platform: 'iOS', hiddenPlatforms: ['ios'] })).toEqual([24]);
    expect(named({ platform: 'android', hiddenPlatforms: ['ios'] })).toEqual([23, 24]);
    expect(named({ platform: 'ios', hiddenPlatforms: ['ios'], forced: 23 })).toEqual([24]);
    expect(channels({ platform: 'ios', hiddenPlatforms: ['ios'], forced: 27 })).toEqual([27]);
    fc.assert(
      fc.property(facts, (visitorFacts) => {
        const hidden = { ...visitorFacts, platform: 'huawei', hiddenPlatforms: ['Huawei'] };
        expect(cardChannelsFor(hidden)).not.toContain(23);
      }),
    );
  });

  it('a failing provider’s card channel moves to the end; if all providers fail the usual order stays', () => {
    const all = to17(EVERYBODY);
    expect(named({ ...all, failing: [17] })).toEqual([23, 24, 27]);
    expect(named({ ...all, failing: [13] })).toEqual([27, 24, 23]);
    expect(named({ ...all, failing: [13, 17] })).toEqual([24, 27, 23]);
    expect(named({ ...all, failing: CARD_PROVIDERS })).toEqual([27, 23, 24]);
    // A failing wallet provider does not affect the cards.
    expect(named({ ...all, failing: [18, 19] })).toEqual([27, 23, 24]);
  });

  it('failing providers change only the order of card channels: healthy ones first, none added or removed', () => {
    fc.assert(
      fc.property(unforced, (visitorFacts) => {
        const usual = cardChannelsFor({ ...visitorFacts, failing: [] });
        const isDown = (payType: PayType) => visitorFacts.failing.some((one) => one === providerOf(payType));
        const expected = [...usual.filter((one) => !isDown(one)), ...usual.filter(isDown)];
        expect(cardChannelsFor(visitorFacts)).toEqual(expected);
      }),
    );
  });

  it('a card channel forced by a whitelist is offered alone, even if failing; a forced wallet is ignored', () => {
    expect(channels({ forced: 27 })).toEqual([27]);
    expect(channels({ forced: 24, failing: [6], ...to17(EVERYBODY) })).toEqual([24]);
    expect(named({ forced: 25 })).toEqual([23, 24]);
    expect(named({ forced: 23, platform: 'ios', hiddenPlatforms: ['ios'] })).toEqual([24]);
  });

  it('with any configuration there is at least one card channel, each only once, and no wallet', () => {
    fc.assert(
      fc.property(facts, (visitorFacts) => {
        const found = cardChannelsFor(visitorFacts);
        expect(found.length).toBeGreaterThan(0);
        expect(new Set(found).size).toBe(found.length);
        expect(found.some(isWallet)).toBe(false);
        expect(cardChannelsFor(structuredClone(visitorFacts))).toEqual(found);
      }),
    );
  });
});
