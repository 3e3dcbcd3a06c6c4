import { PAY_TYPES_WITHOUT_CVV, type GemPack } from '@jawhara/domain';
import { useSyncExternalStore } from 'react';
import { storedRecipient, storedRecipientHistory } from '../../host/stored-recipients.ts';
import { CHANNELS_UNKNOWN } from '../steps/new-card-channels.ts';
import type { StepsEntry } from '../steps/pay-steps.ts';
import { runSteps, type RunningSteps } from '../steps/run-steps.ts';
import type { PayUse, StepsEvent, StepsState } from '../steps/steps-state.ts';
import { readLastUsed } from './last-used.ts';
import { stepsWorld } from './steps-world.ts';

/** The pack is the one the steps sell: the page may not have heard of it yet. */
export type Payer = (use: PayUse, pack: GemPack) => void;

/** How the page begins; packs, cards and configuration come with events. Nobody's wallet is payable yet. */
function entryNow(): StepsEntry {
  return {
    offer: { pack: null, cardChannels: CHANNELS_UNKNOWN, wallet: null },
    last: readLastUsed(),
    group: 'A',
    withoutCvv: PAY_TYPES_WITHOUT_CVV,
    hasRecipient: storedRecipient.read() !== null,
    hasHistory: (storedRecipientHistory.read() ?? []).length > 0,
  };
}

let running: RunningSteps | null = null;
let payer: Payer | null = null;

/** Without a page that shows the payment nothing is paid: the steps are told that it stopped. */
function pay(use: PayUse): void {
  const state = steps().getState();
  const pack = state.at === 'left' ? null : state.checkout.offer.pack;
  if (payer === null || pack === null) steps().send({ type: 'pay-stopped' });
  else payer(use, pack);
}

/** One stack for the whole visit: HOME is on one route and the steps above it on another. */
function steps(): RunningSteps {
  running ??= runSteps(entryNow(), stepsWorld(pay));
  return running;
}

const subscribe = (onChange: () => void): (() => void) => steps().subscribe(onChange);

export interface UsedSteps {
  readonly state: StepsState;
  /** The state that follows. */
  readonly send: (event: StepsEvent) => StepsState;
}

const send = (event: StepsEvent): StepsState => steps().send(event);

export function usePaySteps(): UsedSteps {
  const state = useSyncExternalStore(subscribe, () => steps().getState());
  return { state, send };
}

/** Whoever shows the payment takes it. Returns the release. */
export function takePayments(onPay: Payer): () => void {
  payer = onPay;
  return () => {
    if (payer === onPay) payer = null;
  };
}
