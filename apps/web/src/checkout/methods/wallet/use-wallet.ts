import type { DomainStanding, GooglePayGateway, SiteConfig } from '@jawhara/contract';
import { cardPayTypeOf, type PayType } from '@jawhara/domain';
import { useEffect, useLayoutEffect } from 'react';
import { readUrlParameters } from '../../../browser/link.ts';
import { whenIdle } from '../../../browser/waits.ts';
import { usePageScope, type PageScope } from '../../../page-scope.ts';
import type { FieldRegistry } from '../../machine/run-checkout.ts';
import { useWalletStanding } from './use-wallet-standing.ts';
import { createKitStore, useWalletKit, type WalletBrand, type WalletKit } from '../../parts/wallet-kit.tsx';

const APART: Readonly<Record<WalletBrand, (site: SiteConfig, page: PageScope) => Promise<WalletKit | null>>> =
  {
    'apple-pay': async () => (await import('./apple-pay-kit.tsx')).APPLE_PAY,
    'google-pay': async ({ googlePay }, page) =>
      googlePay && (await import('./google-pay-kit.tsx')).googlePayKit(page, googlePay),
  };

/** Google's script is not urgent: it is loaded when the page is idle. */
const WHEN: Readonly<Record<WalletBrand, (work: () => void) => void>> = {
  'apple-pay': (work) => work(),
  'google-pay': whenIdle,
};

function useKit(brand: WalletBrand | null, site: SiteConfig | null): WalletKit | null {
  const page = usePageScope();
  const kit = useWalletKit();
  useEffect(() => {
    if (brand === null || site === null || kit !== null) return undefined;
    let isLeft = false;
    const load = async (): Promise<void> => {
      // A wallet whose script cannot be loaded is not offered.
      const come = isLeft ? null : await APART[brand](site, page).catch(() => null);
      if (come !== null) page.get(createKitStore).set(come);
    };
    WHEN[brand](() => void load());
    return () => void (isLeft = true);
  }, [page, brand, site, kit]);
  return kit;
}

export interface OfferedWallet {
  /** The pay type of this visitor's wallet; null where there is no button to press. */
  readonly payType: PayType | null;
  /** The host of ours on which the sheet may be opened, if that is not this host. */
  readonly walletHost: string | null;
}

/**
 * The host of ours where the wallet can be opened. Null on that host, and for a visitor who was already transferred from another
 * host: nobody is sent on twice.
 */
function otherHost(domain: DomainStanding | null): string | null {
  if (domain === null || domain.isPayable || domain.domain === location.host) return null;
  return readUrlParameters(location).pageInfo === null ? domain.domain : null;
}

interface WalletPlace {
  /** The page can take its visitor to another host. */
  readonly mayLeave: boolean;
  /** The gateway that Google Pay would encrypt a card for; null where Google Pay is not to be offered. */
  readonly gateway: GooglePayGateway | null;
}

function brandHere(isPayable: boolean, gateway: GooglePayGateway | null): WalletBrand | null {
  if (isPayable) return 'apple-pay';
  return gateway === null ? null : 'google-pay';
}

/** The wallet, once everything that a press on its button needs is loaded. */
export function useWallet(
  site: SiteConfig | null,
  { setWallet }: Pick<FieldRegistry, 'setWallet'>,
  { mayLeave, gateway }: WalletPlace,
): OfferedWallet {
  const { standing, domain } = useWalletStanding();
  const brand = brandHere(standing === 'payable', gateway);
  const walletHost = mayLeave ? otherHost(domain) : null;
  const payType =
    brand === 'google-pay' && gateway ? cardPayTypeOf(gateway.provider) : (domain?.payType ?? null);
  const kit = useKit(brand, site);
  useLayoutEffect(() => {
    if (kit !== null && site !== null && payType !== null) setWallet(kit.walletWith(site, payType, gateway));
  }, [kit, site, payType, gateway, setWallet]);
  const isReady = (kit !== null && kit.brand === brand && site !== null) || walletHost !== null;
  return { payType: isReady ? payType : null, walletHost };
}
