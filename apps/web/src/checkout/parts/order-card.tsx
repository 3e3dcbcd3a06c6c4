import '../../words/load-saved.ts';
import { countText, type GemPack, type Recipient } from '@jawhara/domain';
import { Approx, DisplayIdText, Money } from '../../ui/values.tsx';
import { Card } from '../../ui/card.tsx';
import { PackArt, packTier } from '../../ui/pack-art.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** PC only: the order in the side column, where a phone has its pay bar. */
export function OrderCard({ pack, recipient }: { pack: GemPack; recipient: Recipient | null }) {
  const base = isolatedLtr(countText(pack.gems - pack.bonusGems));
  return (
    <div className="only-pc">
      <Card>
        <div className="row">
          <PackArt tier={packTier(pack.gems)} />
          <div className="fill">
            <div className="h2">{word('count.gems', { n: pack.gems })}</div>
            {recipient !== null && (
              <div className="small muted">
                {word('pay.to', { name: isolatedName(recipient.nickname) })} ·{' '}
                <DisplayIdText id={recipient.displayId} />
              </div>
            )}
          </div>
        </div>
        <dl className="pairs mt-18">
          {pack.bonusGems > 0 && (
            <div>
              <dt>{word('pay.pack')}</dt>
              <dd>{word('pay.packParts', { base, bonus: isolatedLtr(countText(pack.bonusGems)) })}</dd>
            </div>
          )}
          <div>
            <dt>{word('pay.total')}</dt>
            <dd className="h1">
              <Money cents={pack.priceUsdCents} /> <Approx of={pack.estimate} />
            </dd>
          </div>
        </dl>
      </Card>
    </div>
  );
}
