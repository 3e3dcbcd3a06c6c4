import { expiryStanding, type SavedCard } from '@jawhara/domain';
import { isolatedLtr } from '../../../words/isolate.ts';
import { word } from '../../../words/word.ts';

/** How long the card is still good. The colour only repeats what the words say. */
export function ExpiryLine({ card, now }: { card: SavedCard; now: Date }) {
  const standing = expiryStanding(card.expiry, now);
  const date = isolatedLtr(card.expiry);
  if (card.isExpiredByBank || standing.kind === 'expired') {
    return (
      <span className="micro text-danger-ink">
        {word('method.expired')} {date}
      </span>
    );
  }
  if (standing.kind === 'expiring') {
    return (
      <span className="micro text-warning-ink">{word('method.expiringSoon', { n: standing.daysLeft })}</span>
    );
  }
  return <span className="micro muted">{word('method.expires', { date })}</span>;
}
