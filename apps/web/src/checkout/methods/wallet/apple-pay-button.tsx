import '../../../words/load-wallet.ts';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import { pageLocale } from '../../../words/page-locale.ts';
import { word } from '../../../words/word.ts';
import css from './apple-pay-button.css?inline';

export interface ApplePayButtonProps {
  onPress: () => void;
}

/** Apple's names for our languages. */
const APPLE_LOCALES = { ar: 'ar-AB', en: 'en-US' } as const;

/** Apple draws it; it is never greyed out. What is missing is said when it is pressed. */
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
