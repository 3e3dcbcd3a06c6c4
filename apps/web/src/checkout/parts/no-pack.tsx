import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useGoBack } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';
import { StepPage } from './step-page.tsx';

/** A step for which nothing was chosen: a link from somewhere, or a pack that is sold no more. */
export function NoPack() {
  const goBack = useGoBack('/pay');
  const toPacks = <ButtonLink href="/pay">{word('packs.title')}</ButtonLink>;
  return (
    <StepPage title={word('step.cardFrame')} onBack={goBack}>
      <EmptyState icon="gem" title={word('card.noPack')} action={toPacks} />
    </StepPage>
  );
}
