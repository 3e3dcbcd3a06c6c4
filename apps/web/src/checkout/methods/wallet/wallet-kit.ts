import type { GooglePayGateway, SiteConfig } from '@jawhara/contract';
import type { PayType } from '@jawhara/domain';
import type { ComponentType } from 'react';
import type { OwnButton } from '../../parts/pay-now.tsx';
import type { LookNow } from '../../parts/use-same-again.tsx';
import type { OpenWallet } from '../../machine/wallet-sheet.ts';
import type { WalletOverProps } from './wallet-over.tsx';

export type WalletBrand = 'apple-pay' | 'google-pay';

/** Everything a wallet payment needs. Loaded before the wallet's button is shown, because the press itself cannot wait. */
export interface WalletKit {
  readonly brand: WalletBrand;
  /** The wallet's own button, where its press opens the sheet. Otherwise a wallet payment begins like every other payment. */
  readonly buttonFor: (payType: PayType | null) => OwnButton | null;
  readonly orderJustPaid: LookNow;
  readonly WalletOver: ComponentType<WalletOverProps>;
  /** `gateway`: the gateway that a card is encrypted for, where the wallet encrypts cards. */
  readonly walletWith: (site: SiteConfig, payType: PayType, gateway: GooglePayGateway | null) => OpenWallet;
}
