import { walletRequest, type SiteConfig } from '@jawhara/contract';
import { PAYERMAX, walletWayOf, type WalletWay } from '@jawhara/domain';
import { orderJustPaid } from '../../parts/order-just-paid.ts';
import { ApplePayButton } from './apple-pay-button.tsx';
import { openApplePay, type AppleWallet } from './apple-pay.ts';
import { openPayermaxButton } from './payermax-button.ts';
import type { OpenWallet } from '../../machine/wallet-sheet.ts';
import type { WalletKit } from './wallet-kit.ts';
import { WalletOver } from './wallet-over.tsx';

const WAYS = {
  sheet: ({ walletSheet }) => {
    return (price, sheetEvents) => {
      const { ApplePaySession: wallet } = globalThis as { ApplePaySession?: AppleWallet };
      return wallet === undefined
        ? null
        : openApplePay(wallet, walletRequest(walletSheet, price), sheetEvents);
    };
  },
  button: ({ cardFields }) => {
    const config = cardFields[PAYERMAX];
    return (_price, sheetEvents) => (config === null ? null : openPayermaxButton(config, sheetEvents));
  },
  page: () => () => ({ card: { walletPage: true } }),
} as const satisfies Record<WalletWay, (site: SiteConfig) => OpenWallet>;

export const APPLE_PAY: WalletKit = {
  brand: 'apple-pay',
  buttonFor: (payType) => (payType !== null && walletWayOf(payType) === 'sheet' ? ApplePayButton : null),
  orderJustPaid,
  WalletOver,
  walletWith: (site, payType) => WAYS[walletWayOf(payType) ?? 'sheet'](site),
};
