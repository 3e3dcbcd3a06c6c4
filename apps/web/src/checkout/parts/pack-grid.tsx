import type { GemPack, UsdCents } from '@jawhara/domain';
import { useId } from 'react';
import type { GemPacksState } from '../../api/use-gem-packs.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { SectionHead } from '../../ui/card.tsx';
import { word } from '../../words/word.ts';
import { PackTiles } from './pack-tiles.tsx';
import { PACKS_FIRST_ID } from './packs-first-id.ts';

/**
 * The number of tiles that most visitors see, with the one that leads to larger packs, so that the layout does not shift when the
 * packs arrive.
 */
const SKELETON_PACKS = 9;
const SKELETON = '<span class="skeleton" style="width:100%;height:6.1rem"></span>';

/** Raw HTML, which React leaves alone, because the packs may be drawn there already. */
const WAITING = {
  __html: `<div class="packs" aria-hidden="true">${SKELETON.repeat(SKELETON_PACKS)}</div>`,
};

interface PackGridProps {
  packs: GemPacksState;
  chosen: GemPack | null;
  lastPaid: UsdCents | null;
  onChoose: (pack: GemPack) => void;
}

function Packs({ packs, chosen, lastPaid, onChoose }: PackGridProps) {
  const isSignedIn = useStored(storedLogin) !== null;
  if (packs.kind === 'error') return <ErrorState title={word('packs.error')} onRetry={packs.retry} />;
  if (packs.kind === 'loading')
    return <div id={PACKS_FIRST_ID} dangerouslySetInnerHTML={WAITING} suppressHydrationWarning />;
  if (packs.packs.length === 0) return <EmptyState icon="gem" title={word('packs.empty')} />;
  return (
    <PackTiles
      offer={packs}
      chosen={chosen?.priceUsdCents ?? null}
      lastPaid={lastPaid}
      isSignedIn={isSignedIn}
      onChoose={onChoose}
    />
  );
}

function isEstimated(packs: GemPacksState): boolean {
  return packs.kind === 'ready' && packs.packs.some(({ estimate }) => estimate !== undefined);
}

export function PackGrid(props: PackGridProps) {
  const titleId = useId();
  const { packs } = props;
  return (
    <section aria-labelledby={titleId} data-testid="packs">
      <SectionHead id={titleId} step={2} isDone={props.chosen !== null} title={word('packs.title')} />
      <Packs {...props} />
      <p className="micro hint mt-18">{word(isEstimated(packs) ? 'packs.localNote' : 'packs.usdNote')}</p>
    </section>
  );
}
