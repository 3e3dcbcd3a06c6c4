import { walletRequest, type SiteConfig } from '@jawhara/contract';
import { PAYERMAX, walletWayOf, type WalletWay } from '@jawhara/domain';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import { pageLocale, word } from '../../../words/word.ts';
import css from './wallet-buttons.css?inline';
import { openApplePay, type AppleWallet } from './apple-pay.ts';
import { openPayermaxButton } from './payermax-button.ts';
import type { OpenWallet } from '../../machine/wallet-sheet.ts';
import type { WalletKit } from '../../parts/wallet-kit.tsx';
import { WalletOver } from './wallet-over.tsx';

export interface ApplePayButtonProps {
  onPress: () => void;
}

/** Apple's names for our languages. */
const APPLE_LOCALES = { ar: 'ar-AB', en: 'en-US' } as const;

/** Apple's button, which is never disabled. A press without all choices shows what is missing. */
export function ApplePayButton({ onPress }: ApplePayButtonProps) {
  return (
    <>
      <ScreenStyle css={css} />
      <button
        type="button"
        className="apple-pay-button"
        lang={APPLE_LOCALES[pageLocale()]}
        aria-label={word('method.applePay')}
        onClick={onPress}
        data-testid="pay-wallet"
      >
        <span aria-hidden="true">{word('method.applePay')}</span>
      </button>
    </>
  );
}

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
  WalletOver,
  walletWith: (site, payType) => WAYS[walletWayOf(payType) ?? 'sheet'](site),
};
