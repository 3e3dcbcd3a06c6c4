import { methodFor, type CardFieldStates, type GemPack, type PayType } from '@jawhara/domain';
import { lazy, Suspense, useState } from 'react';
import type { SiteConfigState } from '../../api/use-site-config.ts';
import type { OrderSummary } from '../../checkout/order-strip.tsx';
import type { EntryProblem, Tokeniser } from '../../checkout/purchase/purchase-state.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import { StepPage } from './step-page.tsx';
import { useSteadyConfig } from './use-steady-config.ts';

const CardStep = lazy(async () => ({
  default: (await import('../../checkout/card/card-step.tsx')).CardStep,
}));

export interface CardViewProps {
  isShown: boolean;
  order: OrderSummary;
  pack: GemPack | null;
  /** Whose fields; null until a frame has been opened. */
  payType: PayType | null;
  config: SiteConfigState;
  problem: EntryProblem | null;
  isPaying: boolean;
  onBack: () => void;
  onTokeniser: (tokenise: Tokeniser) => void;
  onConfirm: (fields: CardFieldStates) => void;
}

/** The card step. Once opened it stays behind the bank and the result, so that a declined payer finds the fields as they were; another card gets another one, by its key. */
export function CardView(props: CardViewProps) {
  const { isShown, payType, pack } = props;
  const isOnline = useOnline();
  const config = useSteadyConfig(props.config);
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown || payType === null) return null;
  return (
    <StepPage title={word('step.cardFrame')} onBack={props.onBack} isShown={isShown}>
      <Suspense fallback={<Skeleton width="100%" height="12rem" />}>
        <CardStep
          order={props.order}
          payType={payType}
          rechargeId={pack === null ? null : (methodFor(pack, payType)?.rechargeId ?? null)}
          config={config}
          problem={props.problem}
          isPaying={props.isPaying}
          isOnline={isOnline}
          onTokeniser={props.onTokeniser}
          onConfirm={props.onConfirm}
        />
      </Suspense>
    </StepPage>
  );
}
