import { classes } from '../../../ui/classes.ts';
import { Ltr } from '../../../ui/values.tsx';
import { WalletMark, walletName } from '../../parts/wallet-mark.tsx';

interface WalletRowProps {
  isChosen: boolean;
  isTabStop: boolean;
  onChoose: () => void;
}

/** The wallet of this device, first among the ways to pay. */
export function WalletRow({ isChosen, isTabStop, onChoose }: WalletRowProps) {
  const name = walletName();
  return (
    <button
      type="button"
      className={classes('option', isChosen && 'on')}
      role="radio"
      aria-checked={isChosen}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
      data-testid="method-wallet"
    >
      <span className="radio" />
      <WalletMark />
      <span className="fill strong">
        <Ltr>{name}</Ltr>
      </span>
    </button>
  );
}
