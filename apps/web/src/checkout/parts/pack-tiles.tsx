import {
  usdText,
  bestValuePack,
  packBadge,
  type GemPack,
  type PackBadge,
  type UsdCents,
} from '@jawhara/domain';
import { Approx, approxSpoken, Gems, Money } from '../../ui/values.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { PackArt, packTier } from '../../ui/pack-art.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { GemPacks } from '../../api/packs-of.ts';
import { moveInGroup } from './move-in-group.ts';

const BADGES: { readonly [Badge in PackBadge]: () => string } = {
  'last-time': () => word('packs.lastTime'),
  recommended: () => word('packs.recommendedShort'),
  'best-value': () => word('packs.bestValue'),
};

interface PackCardProps {
  pack: GemPack;
  badge: PackBadge | null;
  isChosen: boolean;
  /** The tile that the Tab key reaches. */
  isInTabOrder: boolean;
  onChoose: () => void;
}

export function packLabel({ gems, priceUsdCents, estimate }: GemPack): string {
  const label = word('a11y.pack', {
    gems: word('count.gems', { n: gems }),
    price: isolatedLtr(usdText(priceUsdCents)),
  });
  return estimate === undefined ? label : word('a11y.pack', { gems: label, price: approxSpoken(estimate) });
}

/** The operator's own picture, else ours. */
export function PackPicture({ pack: { gems, iconUrl } }: { pack: GemPack }) {
  return iconUrl === undefined ? (
    <PackArt tier={packTier(gems)} />
  ) : (
    <img className="pack-art" alt="" src={iconUrl} />
  );
}

export function PackCard({ pack, badge, isChosen, isInTabOrder, onChoose }: PackCardProps) {
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-label={packLabel(pack)}
      tabIndex={isInTabOrder ? 0 : -1}
      className={classes('pack', isChosen && 'on')}
      data-testid={`pack-${pack.priceUsdCents}`}
      onClick={onChoose}
    >
      {badge !== null && (
        <span className={classes('badge', badge === 'last-time' && 'dark')}>{BADGES[badge]()}</span>
      )}
      {isChosen && (
        <span className="tick">
          <Icon name="check" />
        </span>
      )}
      <PackPicture pack={pack} />
      <span className="gems">
        <Gems count={pack.gems} />
      </span>
      {pack.bonusGems > 0 && <span className="bonus">{word('count.bonusChip', { n: pack.bonusGems })}</span>}
      <span className="price">
        <Money cents={pack.priceUsdCents} />
      </span>
      <Approx of={pack.estimate} />
    </button>
  );
}

export interface PackTilesProps {
  offer: GemPacks;
  chosen: UsdCents | null;
  lastPaid: UsdCents | null;
  isSignedIn: boolean;
  onChoose: (pack: GemPack) => void;
}

/** All packs for sale. Without hooks, because `packs-first.tsx` draws them before React is loaded. */
export function PackTiles({ offer, chosen, lastPaid, isSignedIn, onChoose }: PackTilesProps) {
  const { packs, recommended } = offer;
  const facts = { lastPaid, recommended, bestValue: bestValuePack(packs) };
  const reached = packs.some((pack) => pack.priceUsdCents === chosen) ? chosen : packs[0]?.priceUsdCents;
  return (
    <div className="packs">
      {/* The radio buttons are one group. The tile that leads to the login, for larger packs, is in the same grid but is a link. */}
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
