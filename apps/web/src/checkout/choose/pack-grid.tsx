import { bestValuePack, packBadge, type GemPack, type UsdCents } from '@jawhara/domain';
import { useId } from 'react';
import type { GemPacksState } from '../../api/use-gem-packs.ts';
import { storedLogin } from '../../host/stored-login.ts';
import { useStored } from '../../host/use-stored.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { word } from '../../words/word.ts';
import { moveInGroup } from '../parts/move-in-group.ts';
import { PackCard } from './pack-card.tsx';

/** As many as most visitors see, the way to larger packs included: nothing jumps when they come. */
const SKELETON_PACKS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export interface PackGridProps {
  packs: GemPacksState;
  chosen: GemPack | null;
  lastPaid: UsdCents | null;
  onChoose: (pack: GemPack) => void;
}

function Packs({ packs, chosen, lastPaid, onChoose }: PackGridProps) {
  const isSignedIn = useStored(storedLogin) !== null;
  if (packs.kind === 'error') return <ErrorState title={word('packs.error')} onRetry={packs.retry} />;
  if (packs.kind === 'loading') {
    return (
      <div className="packs" aria-hidden="true">
        {SKELETON_PACKS.map((n) => (
          <Skeleton key={n} width="100%" height="5.04rem" />
        ))}
      </div>
    );
  }
  if (packs.packs.length === 0) return <EmptyState icon="gem" title={word('packs.empty')} />;
  const facts = { lastPaid, recommended: packs.recommended, bestValue: bestValuePack(packs.packs) };
  return (
    <div className="packs">
      {/* The radios are one group; the way to larger packs stands in the same grid but is a link. */}
      <div
        className="contents"
        role="radiogroup"
        aria-label={word('packs.group')}
        tabIndex={-1}
        onKeyDown={moveInGroup}
      >
        {packs.packs.map((pack, index) => (
          <PackCard
            key={pack.priceUsdCents}
            pack={pack}
            badge={packBadge(pack, facts)}
            isChosen={pack.priceUsdCents === chosen?.priceUsdCents}
            isInTabOrder={chosen === null ? index === 0 : pack.priceUsdCents === chosen.priceUsdCents}
            onChoose={() => onChoose(pack)}
          />
        ))}
      </div>
      {!isSignedIn && (
        <Link href="/login" className="pack dashed">
          <Icon name="log-in" />
          <span className="small">{word('packs.loginMore')}</span>
        </Link>
      )}
    </div>
  );
}

export function PackGrid(props: PackGridProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} data-testid="packs">
      <SectionHead id={titleId} step={2} isDone={props.chosen !== null} title={word('packs.title')} />
      <Packs {...props} />
      <p className="micro hint mt-18">{word('packs.usdNote')}</p>
    </section>
  );
}
