import { usdText, type ResultButton as ButtonName, type UsdCents } from '@jawhara/domain';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

export interface ResultActions {
  /** The same card again, with the same pack. */
  readonly onRetry: () => void;
  /** The same pack, with empty fields for another card. */
  readonly onOtherCard: () => void;
  readonly onRetryWith: (amount: UsdCents) => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

export interface ResultAmounts {
  readonly amount: UsdCents | null;
  readonly smallerAmount: UsdCents | null;
}

interface Face {
  readonly variant: ButtonVariant;
  readonly icon?: IconName;
  readonly label: (amounts: ResultAmounts) => string;
  readonly press: (actions: ResultActions, amounts: ResultAmounts) => void;
}

const money = (amount: UsdCents | null): string => (amount === null ? '' : isolatedLtr(usdText(amount)));

const FACES: { readonly [Name in ButtonName]: Face } = {
  'repeat-same-amount': {
    variant: 'primary',
    icon: 'repeat',
    label: ({ amount }) => word('result.success.repeat', { amount: money(amount) }),
    press: ({ onRetry }) => onRetry(),
  },
  'retry-other-amount': {
    variant: 'primary',
    icon: 'repeat',
    label: ({ smallerAmount }) => word('result.balance.retryAlt', { amount: money(smallerAmount) }),
    press: ({ onRetryWith }, { smallerAmount }) => smallerAmount !== null && onRetryWith(smallerAmount),
  },
  retry: { variant: 'primary', label: () => word('common.retry'), press: ({ onRetry }) => onRetry() },
  'update-and-pay': {
    variant: 'primary',
    label: () => word('pay.updateAndPay'),
    press: ({ onRetry }) => onRetry(),
  },
  refresh: { variant: 'outline', label: () => word('common.refresh'), press: ({ onRefresh }) => onRefresh() },
  understood: {
    variant: 'outline',
    label: () => word('common.understood'),
    press: ({ onClose }) => onClose(),
  },
  close: { variant: 'outline', label: () => word('common.close'), press: ({ onClose }) => onClose() },
};

export interface ResultButtonProps {
  name: ButtonName;
  amounts: ResultAmounts;
  actions: ResultActions;
}

export function ResultButton({ name, amounts, actions }: ResultButtonProps): ReactNode {
  const { variant, icon, label, press } = FACES[name];
  return (
    <Button
      variant={variant}
      {...(icon === undefined ? {} : { icon })}
      onPress={() => press(actions, amounts)}
      testId={`result-${name}`}
    >
      {label(amounts)}
    </Button>
  );
}
