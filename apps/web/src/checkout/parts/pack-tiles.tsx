import { bestValuePack, packBadge, type GemPack, type UsdCents } from '@jawhara/domain';
import type { GemPacks } from '../../api/packs-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';
import { moveInGroup } from './move-in-group.ts';
import { PackCard } from './pack-card.tsx';

export interface PackTilesProps {
  offer: GemPacks;
  chosen: UsdCents | null;
  lastPaid: UsdCents | null;
  isSignedIn: boolean;
  onChoose: (pack: GemPack) => void;
}

/** All packs on offer. Without hooks: `packs-first.tsx` draws them before React is there. */
export function PackTiles({ offer, chosen, lastPaid, isSignedIn, onChoose }: PackTilesProps) {
  const { packs, recommended } = offer;
  const facts = { lastPaid, recommended, bestValue: bestValuePack(packs) };
  const reached = packs.some((pack) => pack.priceUsdCents === chosen) ? chosen : packs[0]?.priceUsdCents;
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
        {packs.map((pack) => (
          <PackCard
            key={pack.priceUsdCents}
            pack={pack}
            badge={packBadge(pack, facts)}
            isChosen={pack.priceUsdCents === chosen}
            isInTabOrder={pack.priceUsdCents === reached}
            onChoose={() => onChoose(pack)}
          />
        ))}
      </div>
      {!isSignedIn && (
        <a href="/login" className="pack dashed">
          <Icon name="log-in" />
          <span className="small">{word('packs.loginMore')}</span>
        </a>
      )}
    </div>
  );
}
