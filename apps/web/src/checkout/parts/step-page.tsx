import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useGoBack } from '../../ui/navigation.tsx';
import { AppBar } from '../../ui/app-bar.tsx';
import { classes } from '../../ui/classes.ts';

/** PC: Back and the step's name on one line above the columns, where a phone has its bar. */
export function StepTitle({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <div className="only-pc">
      <div className="row">
        <button type="button" className="text-link gap-8 no-underline" onClick={onBack}>
          <Icon name="arrow-right" size="s" />
          {word('common.back')}
        </button>
        <p className="h1" aria-hidden="true">
          {title}
        </p>
      </div>
    </div>
  );
}

/** A step without a pack: opened by a link, or its pack is no longer sold. */
export function NoPack() {
  const goBack = useGoBack('/pay');
  const toPacks = <ButtonLink href="/pay">{word('packs.title')}</ButtonLink>;
  return (
    <StepPage title={word('step.cardFrame')} onBack={goBack}>
      <EmptyState icon="gem" title={word('card.noPack')} action={toPacks} />
    </StepPage>
  );
}

interface StepPageProps {
  title: string;
  onBack: () => void;
  isShown?: boolean;
  /** On PC two columns: the fields, and beside them the order. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of every pay step: its name, Back, one narrow column or two. */
export function StepPage({ title, onBack, isShown = true, isWide = false, children }: StepPageProps) {
  return (
    <div hidden={!isShown}>
      <AppBar title={title} onBack={onBack} />
      <main className="page above-pay-bar">
        <div className={classes('narrow col gap-28', isWide && 'wide')}>
          <StepTitle title={title} onBack={onBack} />
          {children}
        </div>
      </main>
    </div>
  );
}
