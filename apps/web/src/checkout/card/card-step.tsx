import type { CheckoutComFields } from '@jawhara/contract';
import { useEffect, useRef } from 'react';
import type { SiteConfigState } from '../../api/use-site-config.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { OrderStrip, type OrderSummary } from '../order-strip.tsx';
import type { EntryProblem } from '../purchase/purchase-state.ts';
import { CvvHint } from './cvv-hint.tsx';
import { useCardFields } from './use-card-fields.ts';

export interface CardStepProps {
  order: OrderSummary;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  isOnline: boolean;
  /** Gives the purchase its way to ask for a token. */
  onTokeniser: (tokenise: () => Promise<string | null>) => void;
  onConfirm: () => void;
}

function problemSentence(problem: EntryProblem): string {
  if (problem.kind === 'card-not-read') return word('card.notRead');
  if (problem.kind === 'nothing-sent') return word('card.nothingSent');
  return word('dlg.order.failed', {
    message: problem.message.replace(/[.\s]+$/, ''),
    code: isolatedLtr(String(problem.result)),
  });
}

function fieldsOf(config: SiteConfigState): CheckoutComFields | null {
  return config.kind === 'ready' ? config.config.checkoutComFields : null;
}

/** Why the confirm button does not pay yet, in words; null when it does. */
function heldBy({ isOnline }: CardStepProps, state: string, isValid: boolean): string | null {
  if (!isOnline) return word('net.notConnected');
  if (state !== 'ready') return word('card.loading');
  return isValid ? null : word('card.incomplete');
}

/** The vault: our frame round the provider's fields. */
export function CardStep(props: CardStepProps) {
  const { order, config, problem, isPaying, onTokeniser } = props;
  const container = useRef<HTMLDivElement>(null);
  const fields = useCardFields(fieldsOf(config), container);
  const { tokenise } = fields;
  useEffect(() => onTokeniser(tokenise), [onTokeniser, tokenise]);

  const hasFailed = config.kind === 'error' || fields.state === 'failed';
  const state = hasFailed ? 'failed' : fields.state;
  const held = heldBy(props, state, fields.isValid);
  const retry = config.kind === 'error' ? config.retry : fields.retry;

  return (
    <>
      <OrderStrip order={order} />
      {problem !== null && <Note kind="error">{problemSentence(problem)}</Note>}
      <div
        className="vault"
        role="group"
        aria-label={word('card.group')}
        data-testid="vault"
        data-state={state}
      >
        <div className="vault-head">
          <Icon name="lock-keyhole" size="s" />
          {word('card.secure')}
          <span className="marks">
            <SchemeMark scheme="visa" small />
            <SchemeMark scheme="mastercard" small />
          </span>
        </div>
        <div className="vault-body">
          {state === 'loading' && (
            <div role="status" className="col gap-20">
              <span className="visually-hidden">{word('card.loading')}</span>
              <Skeleton width="100%" height="2.9rem" />
              <Skeleton width="100%" height="2.9rem" />
              <Skeleton width="100%" height="2.9rem" />
            </div>
          )}
          {state === 'failed' && (
            <ErrorState title={word('card.loadFailed')} body={word('card.loadFailedBody')} onRetry={retry} />
          )}
          <div ref={container} hidden={state !== 'ready'} inert={isPaying} data-testid="card-fields" />
        </div>
      </div>
      <div className="flex justify-start">
        <CvvHint />
      </div>
      <Note kind="quiet" icon="shield-check">
        {word('card.bankNote')}
      </Note>
      <PayBar
        total={<Money cents={order.priceUsdCents} />}
        summary={isPaying ? word('pay.locked') : (held ?? word('card.accepted'))}
      >
        <Button busy={isPaying} held={held} onPress={props.onConfirm} testId="confirm-payment">
          {word('pay.ok')}
        </Button>
      </PayBar>
    </>
  );
}
