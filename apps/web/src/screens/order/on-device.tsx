import { orderNumber } from '@jawhara/domain';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedOrders } from '../../browser/storage/orders.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';

export { storedLinkedOrder } from '../../browser/storage/orders.ts';

/** The link to an order that is stored on this device: it is found without a call to the server. */
export function OnDevice({ number }: { number: string }) {
  const here = useStored(storedLogin)?.account.accountId ?? null;
  const known = (useStored(storedOrders) ?? []).find(
    ({ orderId, by }) => (by === null || by === here) && orderNumber(orderId) === number,
  );
  if (known === undefined) return null;
  return (
    <div className="card row wraps" role="status" data-testid="order-on-device">
      <Icon name="smartphone" size="s" />
      <span className="fill small">{word('orderFind.onDevice')}</span>
      <ButtonLink href={`/pay-step?order_id=${known.orderId}`} variant="soft" compact>
        {word('orderFind.view')}
      </ButtonLink>
    </div>
  );
}
