import { storedOpenOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Link } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';

/** An undecided order of this device: the payer should look at it before paying again. */
export function OpenOrderNote() {
  const orderId = useStored(storedOpenOrderId);
  if (orderId === null) return null;
  return (
    <Note kind="warn" icon="hourglass">
      {word('pay.openOrder')}{' '}
      <Link href={`/pay-step?order_id=${orderId}`} className="text-link">
        {word('pay.seeOrder')}
      </Link>
    </Note>
  );
}
