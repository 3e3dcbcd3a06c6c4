import { PAY_TYPES_WITHOUT_CVV } from '@jawhara/domain';
import { useSyncExternalStore } from 'react';
import { storedRecipient, storedRecipientHistory } from '../../browser/storage/recipients.ts';
import { readSeenCards } from '../../browser/storage/login.ts';
import { usePageValue, type PageScope } from '../../page-scope.ts';
import type { CheckoutEntry } from './checkout.ts';
import type { CheckoutState } from './checkout-state.ts';
import { checkoutDeps, readLastUsed } from './checkout-deps.ts';
import { CHANNELS_UNKNOWN } from './methods.ts';
import { runCheckout, type RunningCheckout } from './run-checkout.ts';

/** The entry of the page; packs, cards, the wallet and the configuration come with events. */
function entryNow(): CheckoutEntry {
  const recipientId = storedRecipient.read()?.accountId ?? null;
  return {
    offer: {
      fine: null,
      pack: null,
      packs: [],
      recipientId,
      cardChannels: CHANNELS_UNKNOWN,
      wallet: null,
      walletHost: null,
    },
    last: readLastUsed(),
    seen: readSeenCards(),
    group: 'A',
    withoutCvv: PAY_TYPES_WITHOUT_CVV,
    hasRecipient: recipientId !== null,
    hasHistory: (storedRecipientHistory.read() ?? []).length > 0,
  };
}

/** The machine is shared by the whole page: HOME and the steps after it are on different routes. */
const startCheckout = (page: PageScope): RunningCheckout => runCheckout(entryNow(), checkoutDeps(page));

export interface UsedCheckout extends Pick<RunningCheckout, 'dispatch' | 'fields'> {
  readonly state: CheckoutState;
  readonly machine: RunningCheckout;
}

export function useCheckout(): UsedCheckout {
  const machine = usePageValue(startCheckout);
  const { getState, subscribe, dispatch, fields } = machine;
  const state = useSyncExternalStore(subscribe, getState);
  return { state, machine, dispatch, fields };
}
