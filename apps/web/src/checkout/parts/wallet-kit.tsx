import type { GooglePayGateway, SiteConfig } from '@jawhara/contract';
import type { PayType } from '@jawhara/domain';
import { useSyncExternalStore, type ComponentType } from 'react';
import { usePageValue } from '../../page-scope.ts';
import { createStore, type Store } from '../../store.ts';
import type { OwnButton } from './pay-now.tsx';
import type { OpenWallet } from '../machine/wallet-sheet.ts';
import type { CheckoutEvent, CheckoutState } from '../machine/checkout-state.ts';
import { word } from '../../words/word.ts';

export type WalletBrand = 'apple-pay' | 'google-pay';

export interface WalletOverProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
  onAgain: () => void;
}

/** Everything a wallet payment needs. Loaded before the wallet's button is shown, because the press itself cannot wait. */
export interface WalletKit {
  readonly brand: WalletBrand;
  /** The wallet's own button, where its press opens the sheet. Otherwise a wallet payment begins like every other payment. */
  readonly buttonFor: (payType: PayType | null) => OwnButton | null;
  readonly WalletOver: ComponentType<WalletOverProps>;
  /** `gateway`: the gateway for which the wallet encrypts the card, where it does. */
  readonly walletWith: (site: SiteConfig, payType: PayType, gateway: GooglePayGateway | null) => OpenWallet;
}

export const createKitStore = (): Store<WalletKit | null> => createStore<WalletKit | null>(null);

/** The wallet of the page; null until a wallet is offered. */
export function useWalletKit(): WalletKit | null {
  const { get, subscribe } = usePageValue(createKitStore);
  return useSyncExternalStore(subscribe, get, () => null);
}

/** The browser supplies Apple's mark: we may not draw it ourselves. */
const APPLE_MARK = { background: '-webkit-named-image(apple-pay-logo-black) center / 80% no-repeat #fff' };

const drawsAppleMark = (): boolean =>
  CSS.supports('background-image', '-webkit-named-image(apple-pay-logo-black)');

const useIsGoogle = (): boolean => useWalletKit()?.brand === 'google-pay';

/** The wallet's name on the screen: Apple Pay or Google Pay. */
export const useWalletName = (): string => word(useIsGoogle() ? 'method.googlePay' : 'method.applePay');

/**
 * The operator must supply Google's mark. Until then the row shows only the name, as Apple's row does where the browser
 * draws no mark.
 */
export function WalletMark() {
  if (useIsGoogle() || !drawsAppleMark()) return null;
  return <span className="scheme" style={APPLE_MARK} />;
}
