import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../providers/provider.ts';
import { providerRegistry } from '../providers/registry.ts';
import { checkDomain } from './check-domain.ts';

const payableHosts = ['pay.jawhara.example', 'pay2.jawhara.example'];
const provider = (wallets: boolean) => ({ number: 17, can: { wallets } }) as unknown as PaymentProvider;
const withWallet = { payableHosts, providers: providerRegistry([provider(true)]) };

describe('the host of a wallet payment', () => {
  it('is payable when the deployment lists it', () => {
    expect(checkDomain(withWallet, { payType: 26, domain: 'pay2.jawhara.example' })).toEqual({
      isPayable: true,
      domain: 'pay2.jawhara.example',
      payType: 26,
    });
  });

  it('otherwise the first listed one is named, and never the one that asked', () => {
    expect(checkDomain(withWallet, { payType: 26, domain: 'evil.example' })).toEqual({
      isPayable: false,
      domain: 'pay.jawhara.example',
      payType: 26,
    });
    expect(
      checkDomain({ ...withWallet, payableHosts: [] }, { payType: 26, domain: 'evil.example' }).domain,
    ).toBeNull();
  });

  it('is nowhere when no provider of this deployment takes the wallet, or it is no wallet', () => {
    const nothing = { isPayable: false, domain: null, payType: null };
    const cardsOnly = { payableHosts, providers: providerRegistry([provider(false)]) };
    expect(checkDomain(cardsOnly, { payType: 26, domain: 'pay.jawhara.example' })).toEqual(nothing);
    expect(checkDomain(withWallet, { payType: 28, domain: 'pay.jawhara.example' })).toEqual(nothing);
    expect(checkDomain(withWallet, { payType: 27, domain: 'pay.jawhara.example' })).toEqual(nothing);
    expect(checkDomain(withWallet, { payType: 2528, domain: 'pay.jawhara.example' })).toEqual(nothing);
  });
});
