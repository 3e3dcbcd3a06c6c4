import { usdText, type GemPack, type UsdCents, type OrderId } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { Money } from '../../../ui/values.tsx';
import { PackArt, packTier } from '../../../ui/pack-art.tsx';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';
import type { RefusedField } from '../../machine/purchase/purchase-state.ts';
import type { Fix, Way } from './decline-panel.ts';
import type { ResultActions } from '../result-layout.tsx';
import { CheckButton, type CheckAnswer } from '../../parts/check-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { reportAddress } from '../../../ui/help/report-address.ts';
import { WalletMark, useWalletName } from '../../parts/wallet-kit.tsx';

interface Amounts {
  readonly amount: UsdCents | null;
  readonly smaller: UsdCents | null;
}

interface FixFace {
  readonly label: (amounts: Amounts) => string;
  readonly press: (actions: ResultActions, amounts: Amounts) => void;
  readonly testId: string;
  readonly icon?: IconName;
}

const money = (amount: UsdCents | null): string => (amount === null ? '' : isolatedLtr(usdText(amount)));

/** Pays with the same card again; the field that the bank did not accept is typed again. */
const again = (label: FixFace['label'], field: RefusedField | null = null): FixFace => ({
  label,
  press: ({ onRetry }) => onRetry(field),
  testId: 'result-retry',
});

const FIX_FACES = {
  'smaller-pack': {
    label: ({ smaller }) => word('result.balance.retryAlt', { amount: money(smaller) }),
    press: ({ onRetryWith }, { smaller }) => smaller !== null && onRetryWith(smaller),
    testId: 'result-retry-other-amount',
  },
  'other-card': {
    label: () => word('result.do.otherCard'),
    press: ({ onOtherCard }) => onOtherCard(),
    testId: 'other-card',
  },
  'new-date': {
    ...again(({ amount }) => word('pay.updateAndPayAmount', { amount: money(amount) })),
    testId: 'result-update-and-pay',
  },
  'fix-expiry': again(() => word('result.do.fixExpiry'), 'expiry'),
  'fix-number': again(() => word('result.do.fixNumber'), 'number'),
  'fix-name': again(() => word('result.do.fixName'), 'holder'),
  'cvv-again': again(() => word('step.cvvAgain'), 'cvv'),
  'bank-again': again(() => word('result.do.bankAgain')),
  pay: { ...again(({ amount }) => word('pay.amount', { amount: money(amount) })), icon: 'lock-keyhole' },
  'new-order': again(({ amount }) => word('result.do.newOrder', { amount: money(amount) })),
  retry: again(() => word('common.retry')),
  refresh: {
    label: () => word('common.refresh'),
    press: ({ onRefresh }) => onRefresh(),
    testId: 'result-refresh',
    icon: 'refresh-cw',
  },
} as const satisfies Record<Exclude<Fix, 'check'>, FixFace>;

export interface DeclineButtonProps {
  fix: Fix;
  amount: UsdCents | null;
  smaller: GemPack | null;
  actions: ResultActions;
  /** A check of the order at the server, while it is unknown whether money was taken. */
  check: { readonly answer: CheckAnswer; readonly onCheck: () => void };
}

/** The main button of the panel. If it orders a smaller pack, that pack is shown above it. */
export function DeclineButton({ fix, amount, smaller, actions, check }: DeclineButtonProps) {
  if (fix === 'check') return <CheckButton variant="primary" {...check} />;
  const { label, press, testId, icon }: FixFace = FIX_FACES[fix];
  const amounts = { amount, smaller: smaller?.priceUsdCents ?? null };
  const button = (
    <Button
      variant={fix === 'refresh' ? 'outline' : 'primary'}
      {...(icon === undefined ? {} : { icon })}
      onPress={() => press(actions, amounts)}
      testId={testId}
    >
      {label(amounts)}
    </Button>
  );
  if (fix !== 'smaller-pack' || smaller === null) return button;
  return (
    <div className="card border-2 border-solid border-primary" data-testid="suggestion">
      <div className="row wraps mb-22">
        <PackArt tier={packTier(smaller.gems)} />
        <div className="fill">
          <div className="h2">{word('count.gems', { n: smaller.gems })}</div>
          <div className="small muted">{word('result.balance.suggest')}</div>
        </div>
        <div className="h2">
          <Money cents={smaller.priceUsdCents} />
        </div>
      </div>
      {button}
    </div>
  );
}

interface WayFace {
  /** Null: the wallet's mark, which is not one of our icons. */
  readonly icon: IconName | null;
  /** Null: the wallet's name. */
  readonly label: (() => string) | null;
  readonly hint?: () => string;
}

const WAY_FACES = {
  'other-card': { icon: 'credit-card', label: () => word('method.otherCard') },
  wallet: { icon: null, label: useWalletName },
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
  const walletName = useWalletName();
  const { icon, label, hint }: WayFace = WAY_FACES[way];
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
        <span className="strong">{label === null ? walletName : label()}</span>
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
