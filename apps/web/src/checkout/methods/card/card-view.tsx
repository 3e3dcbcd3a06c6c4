import { methodFor, type GemPack, type PayType } from '@jawhara/domain';
import { useState } from 'react';
import { useSteadyConfig, type SiteConfigState } from '../../../api/use-site-config.ts';
import { isCvvAgain, type EntryProblem, type Tokeniser } from '../../machine/purchase/purchase-state.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { word } from '../../../words/word.ts';
import { isCvvSpent } from '../../machine/on-result.ts';
import { useCheckout } from '../../machine/use-checkout.ts';
import type { OrderSummary } from '../../parts/order-strip.tsx';
import { StepPage } from '../../parts/step-page.tsx';
import { CardStep } from './card-step.tsx';

interface CardViewProps {
  isShown: boolean;
  order: OrderSummary;
  pack: GemPack | null;
  /** The pay type of the fields; null until they have been opened. */
  payType: PayType | null;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  onTokeniser: (tokenise: Tokeniser) => void;
}

/**
 * The step for a new card. Once opened it stays mounted behind the bank's check and the result, so that after a decline the
 * fields are unchanged; another card gets new fields by its key.
 */
export function CardView(props: CardViewProps) {
  const { isShown, payType, pack } = props;
  const { state, dispatch } = useCheckout();
  const isOnline = useOnline();
  const config = useSteadyConfig(props.config);
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown || payType === null) return null;
  return (
    <StepPage
      title={isCvvAgain(props.problem) ? word('step.cvvAgain') : word('step.cardFrame')}
      onBack={() => dispatch({ type: 'back-pressed' })}
      isShown={isShown}
      isWide
    >
      <CardStep
        order={props.order}
        payType={payType}
        rechargeId={pack === null ? null : (methodFor(pack, payType)?.rechargeId ?? null)}
        config={config}
        problem={props.problem}
        isPaying={props.isPaying}
        isOnline={isOnline}
        onTokeniser={props.onTokeniser}
        isSpent={isCvvAgain(props.problem) && isCvvSpent(state.checkout)}
        onOtherCard={() => dispatch({ type: 'other-card-pressed', now: new Date() })}
        dispatch={dispatch}
      />
    </StepPage>
  );
}
