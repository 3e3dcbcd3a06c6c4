import { messages as pay } from '../../words/ar/pay.po';
import type { OrderInfo } from '@jawhara/contract';
import { orderNumber, usdText } from '@jawhara/domain';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { addWords, word } from '../../words/word.ts';

addWords(pay);

const MINUTE_MS = 60_000;

interface SameAgainSheetProps {
  earlier: OrderInfo;
  now: Date;
  /** Closes the sheet; nothing is sent. */
  onClose: () => void;
  onSee: () => void;
  onAgain: () => void;
}

/** Asks whether to pay the same again shortly after the last payment. The filled button is the one that does not pay. */
export function SameAgainSheet({ earlier, now, onClose, onSee, onAgain }: SameAgainSheetProps) {
  const minutes = Math.max(0, Math.floor((now.getTime() - earlier.createdAt.getTime()) / MINUTE_MS));
  return (
    <Sheet isOpen onClose={onClose} title={word('dup.title')} art={<BadgeIcon icon="repeat" tone="warn" />}>
      <div className="text-center">
        <button type="button" className="text-link" onClick={onSee}>
          {word('dup.order', { order: isolatedLtr(orderNumber(earlier.orderId)) })}
        </button>
        <p className="muted">
          {word('dup.body', {
            gems: word('count.gems', { n: earlier.gems }),
            name: isolatedName(earlier.recipient.nickname),
            time: word('count.minutesOf', { n: minutes }),
          })}
        </p>
      </div>
      <div className="col gap-14 mt-22">
        <Button onPress={onSee} testId="see-earlier-order">
          {word('dup.see')}
        </Button>
        <Button variant="outline" onPress={onAgain} testId="pay-once-more">
          {word('dup.again', { amount: isolatedLtr(usdText(earlier.priceUsdCents)) })}
        </Button>
      </div>
    </Sheet>
  );
}
