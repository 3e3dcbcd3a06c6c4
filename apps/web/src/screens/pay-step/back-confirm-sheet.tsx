import { orderNumber, type OrderId } from '@jawhara/domain';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

interface BackConfirmSheetProps {
  isOpen: boolean;
  /** The order whose payer is at the bank: leaving cancels it. Null before anything was sent. */
  orderAtBank: OrderId | null;
  onStay: () => void;
  onLeave: () => void;
}

const stepWords = () => ({
  title: word('dlg.back.title'),
  body: word('dlg.back.body'),
  stay: word('dlg.back.stay'),
  leave: word('dlg.back.leave'),
});

/** Explains what happens to the order, and where its result is shown if the bank had accepted it. */
const bankWords = (orderId: OrderId) => ({
  title: word('dlg.leaveBank.title'),
  body: word('dlg.leaveBank.body', { order: isolatedLtr(orderNumber(orderId)) }),
  stay: word('dlg.leaveBank.stay'),
  leave: word('dlg.leaveBank.leave'),
});

/** Asks whether the payer really wants to give up the step. Every way of closing the sheet means staying. */
export function BackConfirmSheet({ isOpen, orderAtBank, onStay, onLeave }: BackConfirmSheetProps) {
  const words = orderAtBank === null ? stepWords() : bankWords(orderAtBank);
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onStay}
      title={words.title}
      art={orderAtBank === null ? <BadgeIcon icon="gem" /> : <BadgeIcon icon="landmark" tone="warn" />}
    >
      <p className="muted text-center">{words.body}</p>
      <div className="col gap-14 mt-22">
        <Button onPress={onStay} testId="back-stay">
          {words.stay}
        </Button>
        <Button variant="outline" onPress={onLeave} testId="back-leave">
          {words.leave}
        </Button>
      </div>
    </Sheet>
  );
}
