import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { DEFAULT_PAY_TYPE, DEFAULT_WALLET, PAY_TYPES, type PayType } from '../pay-type/pay-type.ts';
import type { GrayVisitor } from './gray-release.ts';
import { readWalletType, walletChannelOf, walletChoiceOf, type WalletChannel } from './wallet-channel.ts';

const WALLETS: readonly PayType[] = [25, 26, 28, 29, 31];

const visitor = (grayValue: number, id: number | null = null): GrayVisitor => ({
  grayValue,
  accountId: id === null ? null : accountId(id),
});
const channel = (payType: PayType, ratio: number, ...whitelist: number[]): WalletChannel => ({
  payType,
  ratio,
  whitelist: whitelist.map(accountId),
});
const counts = (channels: readonly WalletChannel[]) => {
  const chosen = Array.from({ length: 100 }, (_, value) => walletChannelOf(channels, visitor(value)));
  return channels.map(({ payType }) => chosen.filter((one) => one === payType).length);
};

const ratios = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: WALLETS.length });
const channelsOf = (shares: readonly number[]) =>
  shares.map((ratio, i) => channel(WALLETS[i] ?? DEFAULT_WALLET, ratio));

describe('the wallet channel', () => {
  it('[CFG-03] visitors get wallet channels by the channels’ ratios, and visitors beyond the sum of the ratios get none', () => {
    expect(counts([channel(25, 20), channel(26, 30)])).toEqual([20, 30]);
    expect(walletChannelOf([channel(25, 20), channel(26, 30)], visitor(50))).toBeNull();
    expect(walletChannelOf([], visitor(0))).toBeNull();
  });

  it('[CFG-03] ratios of wallet channels of more than a hundred together are reduced in proportion', () => {
    expect(counts([channel(25, 100), channel(26, 100)])).toEqual([50, 50]);
    expect(counts([channel(25, 90), channel(26, 60), channel(28, 150)])).toEqual([30, 20, 50]);
  });

  it('[CFG-03] every visitor gets a wallet channel when the ratios sum to a hundred or more', () => {
    fc.assert(
      fc.property(ratios, fc.integer({ min: 0, max: 99 }), (shares, value) => {
        const sum = shares.reduce((total, share) => total + share, 0);
        fc.pre(sum >= 100);
        expect(walletChannelOf(channelsOf(shares), visitor(value))).not.toBeNull();
      }),
    );
  });

  it('[CFG-03] [CFG-04] a whitelisted account always gets the wallet channel that lists it', () => {
    fc.assert(
      fc.property(ratios, fc.integer({ min: 0, max: 99 }), (shares, value) => {
        const channels = [...channelsOf(shares), channel(30, 0, 7)];
        expect(walletChannelOf(channels, visitor(value, 7))).toBe(30);
      }),
    );
    expect(walletChannelOf([channel(25, Number.NaN), channel(26, 0, 7)], visitor(3, 7))).toBe(26);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [-1]])(
    '[CFG-03] no wallet is chosen if the ratios contain the invalid value %s',
    (wrong) => {
      expect(counts([channel(25, 50), channel(26, wrong)])).toEqual([0, 0]);
    },
  );

  it('[CFG-09] raising the ratio of a wallet channel moves no visitor away from that channel', () => {
    fc.assert(
      fc.property(
        ratios,
        fc.nat(),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 99 }),
        (shares, which, more, value) => {
          const index = which % shares.length;
          const before = walletChannelOf(channelsOf(shares), visitor(value));
          const raised = channelsOf(shares.map((share, i) => (i === index ? share + more : share)));
          fc.pre(before === WALLETS[index]);
          expect(walletChannelOf(raised, visitor(value))).toBe(before);
        },
      ),
    );
  });
});

describe('a failing wallet channel', () => {
  const failing = fc.subarray([...WALLETS]);
  const person = fc.integer({ min: 0, max: 99 });

  it('[CFG-03] only visitors of a failing wallet channel are moved, to a released channel that works, if there is one', () => {
    fc.assert(
      fc.property(ratios, failing, person, (shares, away, value) => {
        const channels = channelsOf(shares);
        const serves = (payType: PayType) => !away.includes(payType);
        const { released, serving } = walletChoiceOf(channels, visitor(value), serves);
        expect(released).toBe(walletChannelOf(channels, visitor(value)));
        const others = channels
          .filter(({ payType, ratio }) => ratio > 0 && serves(payType))
          .map(({ payType }) => payType);
        const isLeft = released !== null && !serves(released) && others.length > 0;
        expect(isLeft ? others : [released]).toContain(serving);
      }),
    );
  });

  it('[CFG-03] visitors of a failing wallet channel are shared among the other channels in proportion to their ratios', () => {
    const channels = [channel(26, 50), channel(28, 10), channel(30, 40)];
    const moved = Array.from({ length: 100 }, (_, value) =>
      walletChoiceOf(channels, visitor(value), (payType) => payType !== 26),
    );
    expect(moved.slice(0, 50).map(({ serving }) => serving)).toEqual([
      ...Array.from({ length: 20 }, () => 28),
      ...Array.from({ length: 30 }, () => 30),
    ]);
    for (const { released, serving } of moved.slice(50)) expect(serving).toBe(released);
  });

  it('[CFG-04] a whitelisted account stays with its failing wallet channel, and a visitor without a channel gets none', () => {
    const channels = [channel(26, 0, 7), channel(30, 20)];
    const nobodyServes = () => false;
    const onlyDemo = (payType: PayType) => payType === 30;
    expect(walletChoiceOf(channels, visitor(3, 7), onlyDemo)).toEqual({ released: 26, serving: 26 });
    expect(walletChoiceOf(channels, visitor(3), nobodyServes)).toEqual({ released: 30, serving: 30 });
    expect(walletChoiceOf(channels, visitor(50), onlyDemo)).toEqual({ released: null, serving: null });
  });

  it.each([[Number.NaN], [-1], [Number.POSITIVE_INFINITY]])(
    '[CFG-03] no wallet is chosen if the ratios contain the invalid value %s, even when none works',
    (wrong) => {
      const channels = [channel(25, 50), channel(26, wrong)];
      expect(walletChoiceOf(channels, visitor(0), () => false)).toEqual({ released: null, serving: null });
    },
  );
});

describe('default pay types', () => {
  it('[CFG-07] the default pay type is the card of Checkout.com, the default wallet is PayerMax’s', () => {
    expect(DEFAULT_PAY_TYPE).toBe(23);
    expect(DEFAULT_WALLET).toBe(25);
    expect(PAY_TYPES[DEFAULT_WALLET]).toEqual({ kind: 'wallet', provider: 6 });
  });

  it('[CFG-07] an unknown wallet type is replaced by the default wallet, and the unknown code is reported', () => {
    expect(readWalletType(28)).toEqual({ kind: 'known', payType: 28 });
    expect(readWalletType(99)).toEqual({ kind: 'reset', payType: 25, unknownCode: 99 });
    expect(readWalletType(23)).toEqual({ kind: 'reset', payType: 25, unknownCode: 23 });
  });
});
