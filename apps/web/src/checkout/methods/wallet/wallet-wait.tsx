import { isWallet } from '@jawhara/domain';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { WordId } from '../../../words/word-id.ts';
import { word } from '../../../words/word.ts';
import css from './wallet-wait.css?inline';
import type { PurchaseState } from '../../machine/purchase/purchase-state.ts';

const SENTENCES: { readonly [At in PurchaseState['at']]?: WordId } = {
  tokenising: 'progress.walletSession',
  placing: 'dlg.order.loading',
  'sheet-validating': 'progress.walletSession',
  'sheet-button': 'dlg.order.waitWallet',
  'sheet-ready': 'dlg.order.waitWallet',
  'sheet-paying': 'dlg.order.waitWallet',
  'sheet-deciding': 'dlg.order.waitWallet',
  'sheet-explaining': 'dlg.order.waitWallet',
};

interface WaitProps {
  sentence: WordId;
}

/** Covers the page, so that nothing under it can be pressed. */
function Wait({ sentence }: WaitProps) {
  return (
    <div className="wallet-wait" data-testid="wallet-wait">
      <ScreenStyle css={css} />
      <div className="card state-block" role="status">
        <Spinner />
        <p className="strong">{word(sentence)}</p>
      </div>
    </div>
  );
}

/** The sentence to show while the page waits for the wallet's sheet; undefined if it does not wait for it. */
export function waitSentence(purchase: PurchaseState): WordId | undefined {
  // A wallet that returns a card is Google's: its window is open from the press until the order is created.
  const isGoogle = purchase.at === 'tokenising' && !isWallet(purchase.purchase.payType);
  return isGoogle ? 'dlg.order.waitGoogle' : SENTENCES[purchase.at];
}

/** Shown while the wallet's sheet is open. */
export function WalletWait({ purchase }: { purchase: PurchaseState }) {
  const sentence = waitSentence(purchase);
  return sentence === undefined ? null : <Wait sentence={sentence} />;
}

/** Shown during the navigation to the host on which the wallet may be opened. */
export function HostSwitch() {
  return <Wait sentence="progress.switchHost" />;
}
