import { PAY_TYPES_WITHOUT_CVV } from '@jawhara/domain';
import { useSyncExternalStore } from 'react';
import { storedRecipient, storedRecipientHistory } from '../../browser/storage/recipients.ts';
import { readSeenCards } from '../../browser/storage/login.ts';
import type { CheckoutEntry } from './checkout.ts';
import type { CheckoutState } from './checkout-state.ts';
import { CHECKOUT_DEPS, readLastUsed } from './checkout-deps.ts';
import { CHANNELS_UNKNOWN } from './new-card-channels.ts';
import { runCheckout, type RunningCheckout } from './run-checkout.ts';

/** The entry of the page; packs, cards, the wallet and the configuration come with events. */
function entryNow(): CheckoutEntry {
  const recipientId = storedRecipient.read()?.accountId ?? null;
  return {
    offer: { fine: null, pack: null, packs: [], recipientId, cardChannels: CHANNELS_UNKNOWN, wallet: null },
    last: readLastUsed(),
    seen: readSeenCards(),
    group: 'A',
    withoutCvv: PAY_TYPES_WITHOUT_CVV,
    hasRecipient: recipientId !== null,
    hasHistory: (storedRecipientHistory.read() ?? []).length > 0,
  };
}

let running: RunningCheckout | null = null;

/** The machine is shared by the whole visit: HOME and the steps after it are on different routes. */
function runningNow(): RunningCheckout {
  running ??= runCheckout(entryNow(), CHECKOUT_DEPS);
  return running;
}

const subscribe = (onChange: () => void): (() => void) => runningNow().subscribe(onChange);

interface UsedCheckout extends Pick<RunningCheckout, 'dispatch' | 'fields'> {
  readonly state: CheckoutState;
}

export function useCheckout(): UsedCheckout {
  const state = useSyncExternalStore(subscribe, () => runningNow().getState());
  const { dispatch, fields } = runningNow();
  return { state, dispatch, fields };
}
