import type { GemPack, Recipient } from '@jawhara/domain';
import { lazy, Suspense, useState } from 'react';
import { useSiteConfig } from '../../api/use-site-config.ts';
import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import { StepTitle } from './step-title.tsx';

const CardStep = lazy(async () => ({
  default: (await import('../../checkout/card/card-step.tsx')).CardStep,
}));

export interface CardViewProps {
  isShown: boolean;
  state: PurchaseState;
  pack: GemPack | null;
  recipient: Recipient | null;
  isLoadingPack: boolean;
  onBack: () => void;
  onTokeniser: (tokenise: () => Promise<string | null>) => void;
  onConfirm: () => void;
}

/** The card step. Once opened it stays behind the bank and the result, so that a declined payer finds the fields as they were; another card gets another one, by its key. */
export function CardView(props: CardViewProps) {
  const { isShown, state, pack, recipient, onBack } = props;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <div hidden={!isShown}>
      <AppBar title={word('step.cardFrame')} onBack={onBack} />
      <main className="page above-pay-bar">
        <div className="narrow col gap-28">
          <StepTitle title={word('step.cardFrame')} onBack={onBack} />
          {pack === null || recipient === null ? (
            <NoPack isLoading={props.isLoadingPack && recipient !== null} />
          ) : (
            <LoadedCard {...props} pack={pack} recipient={recipient} state={state} />
          )}
        </div>
      </main>
    </div>
  );
}

function NoPack({ isLoading }: { isLoading: boolean }) {
  if (isLoading) return <Skeleton width="100%" height="2.2rem" />;
  const toPacks = <ButtonLink href="/pay">{word('packs.title')}</ButtonLink>;
  return <EmptyState icon="gem" title={word('card.noPack')} action={toPacks} />;
}

function LoadedCard(props: CardViewProps & { pack: GemPack; recipient: Recipient }) {
  const { state, pack, recipient } = props;
  const config = useSiteConfig();
  const isOnline = useOnline();
  return (
    <Suspense fallback={<Skeleton width="100%" height="12rem" />}>
      <CardStep
        order={{ ...pack, recipient }}
        config={config}
        problem={state.at === 'card-entry' ? state.problem : null}
        isPaying={state.at === 'tokenising' || state.at === 'placing'}
        isOnline={isOnline}
        onTokeniser={props.onTokeniser}
        onConfirm={props.onConfirm}
      />
    </Suspense>
  );
}
