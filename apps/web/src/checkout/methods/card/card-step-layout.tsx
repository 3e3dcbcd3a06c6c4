import { messages as checkout } from '../../../words/ar/checkout.po';
import { useEffect, useState, type ReactNode } from 'react';
import { readServerTime } from '@jawhara/contract';
import { cardProviderOf, PAYING_IS_SLOW_AFTER_MS, PROVIDERS, type PayType } from '@jawhara/domain';
import { call } from '../../../api/call.ts';
import { waitExactly } from '../../../browser/waits.ts';
import { Button } from '../../../ui/button.tsx';
import { PayBar } from '../../../ui/pay-bar.tsx';
import { word, addWords, pageLocale } from '../../../words/word.ts';
import { OrderLine, OrderStrip, type OrderSummary } from '../../parts/order-strip.tsx';
import { useOperatorFacts } from '../../../api/use-operator-facts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isolatedLtr, isolatedName } from '../../../words/isolate.ts';
import { Note } from '../../../ui/note.tsx';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import css from './card.css?inline';

export interface CardPayBarProps {
  order: OrderSummary;
  isPaying: boolean;
  /** The content under the order's summary, while nothing is being sent. */
  summary: ReactNode;
  label: string;
  /** Why paying has to wait; null when it may go on. */
  held: string | null;
  onPrompt: () => void;
  onPress: () => void;
  /** Set where another card is the better choice: then the button for it is the filled one, and pay is not. */
  onOtherCard: (() => void) | null;
}

/** The pay bar of every step in which a card is typed. */
export function CardPayBar(props: CardPayBarProps) {
  const { order, isPaying, summary, label, held, onPrompt, onPress, onOtherCard } = props;
  return (
    <PayBar total={<OrderLine order={order} />} summary={isPaying ? word('pay.locked') : summary}>
      {onOtherCard !== null && !isPaying && (
        <div className="mb-16">
          <Button icon="credit-card" onPress={onOtherCard} testId="pay-other-card">
            {word('result.do.otherCard')}
          </Button>
        </div>
      )}
      <Button
        variant={onOtherCard === null ? 'primary' : 'soft'}
        icon="lock-keyhole"
        busy={isPaying}
        held={held}
        onHeldPress={onPrompt}
        onPress={onPress}
        testId="confirm-payment"
      >
        {isPaying ? word('pay.working') : label}
      </Button>
    </PayBar>
  );
}

addWords(checkout);

/** The comma between a company and its country. */
const COMMAS = { ar: '\u060c ', en: ', ' } as const;

/** Trust information: who can read the card, what the statement will show and who is paid. Unknown facts are left out. */
export function TrustBlock({ payType }: { payType: PayType }) {
  const { value: facts } = useOperatorFacts();
  const provider = cardProviderOf(payType);
  if (provider === null && facts === null) return null;
  return (
    <section className="trust" aria-label={word('trust.title')} data-testid="trust">
      {provider !== null && (
        <div className="trust-head">
          <span className="trust-icon">
            <Icon name="shield-check" />
          </span>
          <div className="fill">
            <p className="strong">{word('trust.never')}</p>
            <p className="micro muted">
              {word('trust.neverBody', { provider: isolatedLtr(PROVIDERS[provider].name) })}
            </p>
          </div>
        </div>
      )}
      {facts !== null && (
        <ul>
          <li>
            <Icon name="receipt-text" size="xs" />
            <span>{word('trust.statement', { descriptor: isolatedLtr(facts.statement_name) })}</span>
          </li>
          <li>
            <Icon name="building-2" size="xs" />
            <span>
              {word('trust.operator', {
                company: isolatedName(
                  [facts.operator_name, facts.operator_country].join(COMMAS[pageLocale()]),
                ),
              })}
            </span>
          </li>
          <li className="hint">
            <span>{word('trust.cr', { number: isolatedLtr(facts.cr_number) })}</span>
            <span>{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</span>
          </li>
        </ul>
      )}
    </section>
  );
}

export interface StepColumnsProps {
  order: OrderSummary;
  /** The pay type that the card is typed for. */
  payType: PayType;
  /** A note about the bank's check; read rather than typed, so below the fields on a phone and beside them on PC. */
  bankNote: string;
  isPaying: boolean;
  children: ReactNode;
}

/** Our own host has this long to answer before the connection counts as the slow part. */
const HOST_ANSWERS_WITHIN_MS = 2_000;

type SlowPart = 'connection' | 'payment-system';

async function slowPart(signal: AbortSignal): Promise<SlowPart> {
  const how = { timeoutMs: HOST_ANSWERS_WITHIN_MS, signal, isAside: true };
  const { kind } = await call(readServerTime, {}, how);
  return kind === 'failed' ? 'connection' : 'payment-system';
}

/**
 * The payment was sent and no answer has come: the page says so before the payer presses again. Whether the connection or the
 * payment system is slow shows in whether our own host still answers.
 */
function useSlowPayment(isPaying: boolean): SlowPart | null {
  const [slow, setSlow] = useState<SlowPart | null>(null);
  useEffect(() => {
    if (!isPaying) return undefined;
    const over = new AbortController();
    const { signal } = over;
    void waitExactly(PAYING_IS_SLOW_AFTER_MS, signal).then(async () => {
      if (signal.aborted) return;
      const part = await slowPart(signal);
      if (!signal.aborted) setSlow(part);
    });
    return () => {
      over.abort();
      setSlow(null);
    };
  }, [isPaying]);
  return slow;
}

/** A step in which a card is typed. On PC all of it, the button too, is on the screen without scrolling. */
export function StepColumns({ order, payType, bankNote, isPaying, children }: StepColumnsProps) {
  const slow = useSlowPayment(isPaying);
  return (
    <>
      <ScreenStyle css={css} />
      <div className="step-columns">
        <OrderStrip order={order} />
        <div className="step-main">
          {slow === 'connection' && (
            <Note kind="warn" icon="wifi-off" isLive>
              {word('net.slow')}
            </Note>
          )}
          {slow === 'payment-system' && (
            <Note kind="quiet" icon="clock" isLive>
              {word('pay.slow')}
            </Note>
          )}
          {children}
        </div>
        <div className="step-side">
          <TrustBlock payType={payType} />
          <Note kind="quiet" icon="landmark">
            {bankNote}
          </Note>
        </div>
      </div>
    </>
  );
}
