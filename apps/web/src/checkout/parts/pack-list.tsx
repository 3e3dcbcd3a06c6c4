import { countText, originalGems, type GemPack } from '@jawhara/domain';
import type { GemPacksState } from '../../api/use-gem-packs.ts';
import { Approx, Money } from '../../ui/values.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { word } from '../../words/word.ts';
import { moveInGroup } from './move-in-group.ts';
import { packLabel, PackPicture } from './pack-tiles.tsx';

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

interface PackListProps {
  packs: GemPacksState;
  chosen: GemPack | null;
  onChoose: (pack: GemPack) => void;
}

/**
 * The gems of the pack without its bonus, crossed out. Only a row has room to explain it; on a tile the number would look like a
 * price cut.
 */
function WithoutBonus({ pack }: { pack: GemPack }) {
  const original = originalGems(pack);
  return original === null ? null : <s>{countText(original)}</s>;
}

/** The packs as rows instead of a grid. */
export function PackList({ packs, chosen, onChoose }: PackListProps) {
  if (packs.kind === 'error') return <ErrorState title={word('packs.error')} onRetry={packs.retry} />;
  if (packs.kind === 'loading') {
    return (
      <div className="col gap-8" aria-hidden="true">
        {SKELETON_ROWS.map((n) => (
          <Skeleton key={n} width="100%" height="2.32rem" />
        ))}
      </div>
    );
  }
  if (packs.packs.length === 0) return <EmptyState icon="gem" title={word('packs.empty')} />;
  return (
    <div
      className="list"
      role="radiogroup"
      aria-label={word('packs.group')}
      tabIndex={-1}
      onKeyDown={moveInGroup}
    >
      {packs.packs.map((pack, index) => {
        const isChosen = pack.priceUsdCents === chosen?.priceUsdCents;
        return (
          <button
            key={pack.priceUsdCents}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-label={packLabel(pack)}
            tabIndex={isChosen || (chosen === null && index === 0) ? 0 : -1}
            className={classes('option', isChosen && 'on')}
            data-testid={`pack-${pack.priceUsdCents}`}
            onClick={() => onChoose(pack)}
          >
            <span className="radio" />
            <PackPicture pack={pack} />
            <span className="fill">
              <span className="strong">{word('count.gems', { n: pack.gems })}</span>
              {pack.bonusGems > 0 && (
                <>
                  <br />
                  <span className="micro muted">
                    <WithoutBonus pack={pack} /> {word('count.bonus', { n: pack.bonusGems })}
                  </span>
                </>
              )}
            </span>
            <span className="text-end">
              <span className="strong">
                <Money cents={pack.priceUsdCents} />
              </span>
              <br />
              <Approx of={pack.estimate} />
            </span>
          </button>
        );
      })}
    </div>
  );
}
