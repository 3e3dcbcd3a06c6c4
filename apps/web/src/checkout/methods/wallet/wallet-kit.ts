import type { GooglePayGateway, SiteConfig } from '@jawhara/contract';
import type { PayType } from '@jawhara/domain';
import type { ComponentType } from 'react';
import type { OwnButton } from '../../parts/pay-now.tsx';
import type { LookNow } from '../../parts/use-same-again.tsx';
import type { OpenWallet } from '../../machine/wallet-sheet.ts';
import type { WalletOverProps } from './wallet-over.tsx';

export type WalletBrand = 'apple-pay' | 'google-pay';

/** All that a payment by wallet needs. It is loaded before its button is shown: the press itself may wait for nothing. */
export interface WalletKit {
  readonly brand: WalletBrand;
  /** The wallet's own, where its press opens the sheet. OtherProviderCard a wallet begins as every payment does. */
  readonly buttonFor: (payType: PayType | null) => OwnButton | null;
  readonly orderJustPaid: LookNow;
  readonly WalletOver: ComponentType<WalletOverProps>;
  /** `gateway`: the gateway that a card is encrypted for, where the wallet encrypts cards. */
  readonly walletWith: (site: SiteConfig, payType: PayType, gateway: GooglePayGateway | null) => OpenWallet;
}
