import type { OrderId, UsdCents } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { reportAddress } from '../../../ui/help/report-address.ts';
import { word } from '../../../words/word.ts';
import { WalletMark, walletName } from '../../parts/wallet-mark.tsx';
import type { Way } from './decline-panel.ts';
import type { ResultActions } from '../result-layout.tsx';

interface WayFace {
  /** Null: the wallet's mark, which is not one of our icons. */
  readonly icon: IconName | null;
  readonly label: () => string;
  readonly hint?: () => string;
}

const FACES = {
  'other-card': { icon: 'credit-card', label: () => word('method.otherCard') },
  wallet: { icon: null, label: walletName },
  // The payer has used only the wallet so far, so this is the first card and not another one.
  card: { icon: 'credit-card', label: () => word('method.card') },
  'same-card': { icon: 'repeat', label: () => word('result.do.sameCard') },
  'smaller-pack': { icon: 'gem', label: () => word('decline.next.smaller-pack') },
  'call-bank': {
    icon: 'landmark',
    label: () => word('decline.next.contact-bank'),
    hint: () => word('result.callBank'),
  },
  report: { icon: 'message-circle', label: () => word('result.report') },
} as const satisfies Record<Way, WayFace>;

interface DeclineOptionProps {
  way: Way;
  orderId: OrderId;
  smaller: UsdCents | null;
  actions: ResultActions;
}

/** Another action, as a row. An action that this page cannot perform is shown as advice, without a button. */
export function DeclineOption({ way, orderId, smaller, actions }: DeclineOptionProps): ReactNode {
  const { icon, label, hint }: WayFace = FACES[way];
  const face = (
    <>
      {icon === null ? (
        <WalletMark />
      ) : (
        <span className="scheme grid place-items-center text-primary-ink">
          <Icon name={icon} />
        </span>
      )}
      <span className="fill">
        <span className="strong">{label()}</span>
        {hint !== undefined && <span className="micro muted block">{hint()}</span>}
      </span>
    </>
  );
  const row = (onPress: () => void) => (
    <button type="button" className="option" onClick={onPress} data-testid={way}>
      {face}
      <Icon name="chevron-left" size="s" />
    </button>
  );
  switch (way) {
    case 'other-card':
    case 'card':
      return row(actions.onOtherCard);
    case 'wallet':
      return row(actions.onWallet);
    case 'same-card':
      return row(() => actions.onRetry(null));
    case 'smaller-pack':
      return row(() => smaller !== null && actions.onRetryWith(smaller));
    case 'report':
      return (
        <a className="option" href={reportAddress(orderId)} target="_blank" rel="noreferrer">
          {face}
          <Icon name="chevron-left" size="s" />
        </a>
      );
    default:
      return (
        <div className="option" data-testid={way}>
          {face}
        </div>
      );
  }
}
