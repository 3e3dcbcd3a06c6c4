import { messages as checkout } from '../../../words/ar/checkout.po';
import { useEffect, useState, type ReactNode } from 'react';
import { cardProviderOf, PROVIDERS, type PayType } from '@jawhara/domain';
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
}

/** The pay bar of every step in which a card is typed. */
export function CardPayBar(props: CardPayBarProps) {
  const { order, isPaying, summary, label, held, onPrompt, onPress } = props;
  return (
    <PayBar total={<OrderLine order={order} />} summary={isPaying ? word('pay.locked') : summary}>
      <Button
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

const PAYING_IS_SLOW_AFTER_MS = 5_000;

/** The payment was sent and no answer has come: the page says so before the payer presses again. */
function useSlowPayment(isPaying: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPaying) return undefined;
    const timer = setTimeout(() => setIsSlow(true), PAYING_IS_SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPaying]);
  return isSlow;
}

/** A step in which a card is typed. On PC all of it, the button too, is on the screen without scrolling. */
export function StepColumns({ order, payType, bankNote, isPaying, children }: StepColumnsProps) {
  const isSlow = useSlowPayment(isPaying);
  return (
    <>
      <ScreenStyle css={css} />
      <div className="step-columns">
        <OrderStrip order={order} />
        <div className="step-main">
          {isSlow && (
            <Note kind="warn" icon="wifi-off" isLive>
              {word('net.slow')}
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
