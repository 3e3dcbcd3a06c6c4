import type { OrderInfo } from '@jawhara/contract';
import { RESULT_BUTTONS, smallerPack, type GemPack, type ResultButton } from '@jawhara/domain';
import { lazy, Suspense } from 'react';
import type { PurchaseEvent } from '../../checkout/purchase/purchase-state.ts';
import type { ShownResult } from '../../checkout/result/result-panel.tsx';
import { usePaySteps } from '../../checkout/saved-cards/use-pay-steps.ts';
import { addressOfSteps } from '../../checkout/steps/step-address.ts';
import type { StepsEvent, StepsState } from '../../checkout/steps/steps-state.ts';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { rememberRecipient } from '../../host/stored-recipients.ts';
import { untriedChannel } from './elsewhere.ts';
import { endedEvent } from './use-ended.ts';

const ResultPanel = lazy(async () => ({
  default: (await import('../../checkout/result/result-panel.tsx')).ResultPanel,
}));

export interface ResultViewProps {
  state: ShownResult;
  order: OrderInfo | null;
  offered: readonly GemPack[];
  send: (event: PurchaseEvent) => void;
  /** The card that was used is to be forgotten: the next one begins with empty fields. */
  onOtherCard: () => void;
}

/** The panel's "once more" is each result's own button; where it has none, it is the advice under the reason. */
const ONCE_MORE: readonly ResultButton[] = ['repeat-same-amount', 'retry', 'update-and-pay'];

function onceMore(steps: StepsState, now: Date): StepsEvent {
  if (steps.at !== 'ended') return { type: 'pay-again-pressed', now };
  const { outcome, payType, smallerPack: smaller } = steps.end;
  const offered: readonly ResultButton[] = RESULT_BUTTONS[outcome]({
    payType,
    hasSmallerPack: smaller !== null,
  });
  const button = ONCE_MORE.find((name) => offered.includes(name));
  return button === undefined ? { type: 'pay-again-pressed', now } : { type: 'result-pressed', button, now };
}

/** The steps as the panel presses them: they say where it goes, and the purchase makes room for it. */
function useResultPress({ state, order, offered, send }: ResultViewProps) {
  const steps = usePaySteps();

  /** About the person and the pack of this order, whoever has been chosen since. */
  const prepare = (): StepsState => {
    let now = steps.state;
    const ended = state.at === 'paid' || state.at === 'not-paid' ? state : null;
    if (ended !== null && now.at !== 'ended') now = steps.send(endedEvent(ended, order, offered, now));
    if (order === null || now.at === 'left') return now;
    rememberRecipient(order.recipient);
    storedChosenAmount.write(order.priceUsdCents);
    const pack = offered.find((one) => one.priceUsdCents === order.priceUsdCents);
    if (pack === undefined) return now;
    return steps.send({
      type: 'offer-changed',
      offer: { ...now.checkout.offer, pack },
      now: new Date(),
    });
  };

  return {
    press(eventOf: (now: StepsState) => StepsEvent): void {
      const before = prepare();
      send({ type: 'retry-pressed' }); // a payment that follows at once finds the purchase free
      const next = steps.send(eventOf(before));
      if (next.at !== 'paying' && addressOfSteps(next) === null) send({ type: 'close-pressed' });
    },
    close(): void {
      steps.send({ type: 'step-named', step: 'home', sourceId: null, now: new Date() });
      send({ type: 'close-pressed' });
    },
  };
}

/** Whether anybody is left to ask for an order that nobody has decided. */
function useIsElsewhere({ state, order, offered }: ResultViewProps): boolean {
  const { state: steps } = usePaySteps();
  if (state.at !== 'watching' || steps.at === 'left') return false;
  const pack = offered.find((one) => one.priceUsdCents === order?.priceUsdCents) ?? null;
  return untriedChannel(steps.checkout.offer.cardChannels, pack, state.triedProviders) !== null;
}

export function ResultView(props: ResultViewProps) {
  const { state, order, offered, send, onOtherCard } = props;
  const isElsewhere = useIsElsewhere(props);
  const { press, close } = useResultPress(props);
  return (
    <main className="page">
      <Suspense fallback={null}>
        <ResultPanel
          state={state}
          order={order}
          smaller={order === null ? null : smallerPack(offered, order.priceUsdCents)}
          isElsewhere={isElsewhere}
          send={send}
          actions={{
            onRetry: () => press((steps) => onceMore(steps, new Date())),
            onRetryWith: () =>
              press(() => ({ type: 'result-pressed', button: 'retry-other-amount', now: new Date() })),
            onOtherCard: () => {
              onOtherCard();
              press(() => ({ type: 'other-card-pressed', now: new Date() }));
            },
            onRefresh: () => send({ type: 'refresh-pressed' }),
            onClose: close,
          }}
        />
      </Suspense>
    </main>
  );
}
