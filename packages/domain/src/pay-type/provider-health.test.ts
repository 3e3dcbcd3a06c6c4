import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROVIDER_HEALTH_WINDOW_S } from '../limits.ts';
import { cardChannelsFor, isProviderFailing } from './card-channels.ts';
import { providerOf } from './pay-type.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { NOBODY } from '../site-config/gray-release.ts';

describe('whether a provider is failing', () => {
  it.each([
    [0, 0, false],
    [0, 2, false],
    [0, 3, true],
    [3, 3, true],
    [4, 3, false],
    [100, 99, false],
    [100, 100, true],
    [1_000, 0, false],
  ])(
    'a provider with %i answered and %i unanswered orders is failing: %j',
    (answered, unknown, isFailing) => {
      expect(isProviderFailing({ answered, unknown })).toBe(isFailing);
    },
  );

  it('one more answer never turns a healthy provider into a failing one, one more lost answer never the reverse', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (answered, unknown) => {
        if (!isProviderFailing({ answered, unknown })) {
          expect(isProviderFailing({ answered: answered + 1, unknown })).toBe(false);
        } else expect(isProviderFailing({ answered, unknown: unknown + 1 })).toBe(true);
      }),
    );
  });
});

interface Call {
  readonly provider: ProviderNumber;
  readonly atS: number;
  readonly isKnown: boolean;
}

/** Orders at an even pace, each sent to its first card channel; Checkout.com gives no answers for a while. */
function play(ordersPerS: number, down: { readonly fromS: number; readonly untilS: number }, endS: number) {
  const calls: Call[] = [];
  const isFailing = (provider: ProviderNumber, nowS: number) => {
    // There is one call per order, sorted by time, so no more than these can be in the window.
    const latest = calls.slice(-Math.ceil(ordersPerS * PROVIDER_HEALTH_WINDOW_S));
    const window = latest.filter(
      (call) => call.provider === provider && call.atS > nowS - PROVIDER_HEALTH_WINDOW_S,
    );
    const answered = window.filter((call) => call.isKnown).length;
    return isProviderFailing({ answered, unknown: window.length - answered });
  };
  for (let n = 0; n < ordersPerS * endS; n += 1) {
    const atS = n / ordersPerS;
    const failing = ([13, 6] as const).filter((provider) => isFailing(provider, atS));
    const [first] = cardChannelsFor({
      newCardFlow: NOBODY,
      releases: { 17: NOBODY },
      visitor: { grayValue: 0, accountId: null },
      platform: 'web',
      hiddenPlatforms: [],
      failing,
    });
    const provider = (first && providerOf(first)) ?? 13;
    const isKnown = provider !== 13 || atS < down.fromS || atS >= down.untilS;
    calls.push({ provider, atS, isKnown });
  }
  return {
    unknownBetween: (fromS: number, untilS: number) =>
      calls.filter((call) => !call.isKnown && call.atS >= fromS && call.atS < untilS).length,
    firstElsewhereS: calls.find((call) => call.provider !== 13)?.atS ?? null,
    firstBackS: calls.find((call) => call.provider === 13 && call.atS >= down.untilS)?.atS ?? null,
  };
}

describe('a simulated outage of a provider', () => {
  it.each([0.5, 2, 20])(
    'at %d orders a second, new orders avoid a failing provider within seconds and later return to it',
    (ordersPerS) => {
      const down = { fromS: 60, untilS: 120 };
      const played = play(ordersPerS, down, 200);
      // Half of the window's calls must be unanswered before the share is reached.
      expect(played.firstElsewhereS).toBeGreaterThan(down.fromS);
      expect(played.firstElsewhereS).toBeLessThanOrEqual(down.fromS + PROVIDER_HEALTH_WINDOW_S / 2 + 2);
      expect(played.firstBackS).toBeLessThanOrEqual(down.untilS + PROVIDER_HEALTH_WINDOW_S);
      expect(played.unknownBetween(down.untilS, 200)).toBe(0);
    },
  );

  it('during an outage at most three orders per window are still sent to the failing provider', () => {
    const played = play(2, { fromS: 60, untilS: 180 }, 200);
    for (let fromS = 90; fromS < 160; fromS += 1) {
      expect(played.unknownBetween(fromS, fromS + PROVIDER_HEALTH_WINDOW_S)).toBeLessThanOrEqual(3);
    }
  });

  it('three unanswered orders after a quiet hour mark a provider as failing, fewer in a window do not', () => {
    expect(play(1, { fromS: 0, untilS: 60 }, 100).firstElsewhereS).toBe(3);
    expect(play(0.1, { fromS: 0, untilS: 60 }, 100).firstElsewhereS).toBeNull();
  });

  it('a provider that answers all orders keeps getting new ones', () => {
    expect(play(5, { fromS: 1_000, untilS: 1_000 }, 60).firstElsewhereS).toBeNull();
  });
});
