import type { PayType } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../providers/provider.ts';
import { providerRegistry } from '../providers/registry.ts';
import { checkDomain, type WalletFacts, type WalletHosts } from './check-domain.ts';

const payableHosts = ['pay.jawhara.example', 'pay2.jawhara.example'];
const provider = (wallets: boolean) => ({ number: 17, can: { wallets } }) as unknown as PaymentProvider;
const WELL = { providers: [], wallets: [] };
const released = (...shares: readonly (readonly [PayType, number])[]): WalletFacts => ({
  channels: shares.map(([payType, ratio]) => ({ payType, ratio, whitelist: [] })),
  visitor: { grayValue: 7, accountId: null },
});
const withWallet: WalletHosts = {
  payableHosts,
  providers: providerRegistry([provider(true)]),
  factsOf: async () => released([26, 100]),
  trouble: async () => WELL,
  chosen: () => undefined,
};
const NOWHERE = { isPayable: false, domain: null, payType: null };

const check = (payType: PayType, domain: string, hosts: Partial<WalletHosts> = {}) =>
  checkDomain({ ...withWallet, ...hosts }, { payType, domain }, { accountId: null, device: 'd' });

describe('the host of a wallet payment', () => {
  it('a wallet payment is possible on a host that the deployment lists', async () => {
    expect(await check(26, 'pay2.jawhara.example')).toEqual({
      isPayable: true,
      domain: 'pay2.jawhara.example',
      payType: 26,
    });
  });

  it('for an unlisted host a wallet payment is sent to the first listed host, and never back to the unlisted one', async () => {
    expect(await check(26, 'evil.example')).toEqual({
      isPayable: false,
      domain: 'pay.jawhara.example',
      payType: 26,
    });
    expect(await check(26, 'evil.example', { payableHosts: [] })).toMatchObject({ domain: null });
  });

  it('no host is returned for a wallet without a provider, or for a pay type that is not a wallet', async () => {
    const cardsOnly = { providers: providerRegistry([provider(false)]) };
    expect(await check(26, 'pay.jawhara.example', cardsOnly)).toEqual(NOWHERE);
    expect(await check(28, 'pay.jawhara.example')).toEqual(NOWHERE);
    expect(await check(27, 'pay.jawhara.example')).toEqual(NOWHERE);
  });

  it('for the generic wallet the call returns the channel released to the visitor, or none', async () => {
    expect(await check(2528, 'pay.jawhara.example')).toMatchObject({ isPayable: true, payType: 26 });
    expect(await check(2528, 'pay.jawhara.example', { factsOf: async () => released() })).toEqual(NOWHERE);
  });

  it('[CFG-03] a released wallet channel whose provider is not connected is replaced by another, and the choice is logged', async () => {
    const choices: unknown[] = [];
    const standing = await check(2528, 'pay.jawhara.example', {
      factsOf: async () => released([28, 50], [26, 50]),
      chosen: (_facts, choice) => void choices.push(choice),
    });
    expect(standing).toMatchObject({ isPayable: true, payType: 26 });
    expect(choices).toEqual([{ released: 28, serving: 26 }]);
  });

  it('a wallet payment is reported as unstable while its own provider or channel does not answer', async () => {
    expect(
      await check(2528, 'pay.jawhara.example', { trouble: async () => ({ ...WELL, providers: [17] }) }),
    ).toBe('unstable');
    expect(
      await check(26, 'pay.jawhara.example', { trouble: async () => ({ ...WELL, wallets: [26] }) }),
    ).toBe('unstable');
    expect(
      await check(2528, 'pay.jawhara.example', { trouble: async () => ({ ...WELL, providers: [13] }) }),
    ).toMatchObject({
      isPayable: true,
    });
  });
});
