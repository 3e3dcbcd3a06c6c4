import { REPEAT_PURCHASE_CONFIRM_MS, type OrderId } from '@jawhara/domain';
import type { Invariant } from './penalties.ts';

/**
 * [ORD-20] Within ten minutes of a paid or open order the same purchase is not placed again, unless its payer confirmed that. A
 * card order is placed when it is created, a wallet order when the wallet's token arrives. An earlier order that has failed, or
 * whose money has gone back, by then does not count.
 */
export const noRepeatWithoutYes: Invariant = async ({ ask, nameOf }) => {
  const [pair] = await ask<{ earlier: OrderId; later: OrderId }[]>`
    with placed as (
      select orders.id, payer_device, orders.recipient_account_id, price_usd_cents, repeat_of,
        case when is_wallet then wallet_token_at else event.at end as placed_at,
        case when is_wallet then wallet_token_at else orders.created_at end as counted_from
      from orders join order_events as event on event.order_id = orders.id and event.kind = 'created',
        lateral (select orders.pay_type = 28 as is_wallet) as form
      where purpose = 'gems')
    select earlier.id as earlier, later.id as later from placed as earlier join placed as later
      using (payer_device, recipient_account_id, price_usd_cents)
    where earlier.id <> later.id and later.placed_at >= earlier.placed_at
      and later.placed_at < earlier.counted_from + ${REPEAT_PURCHASE_CONFIRM_MS} * interval '1 millisecond'
      and (later.repeat_of is null or later.repeat_of < earlier.id)
      and (later.placed_at > earlier.placed_at or earlier.repeat_of is null or earlier.repeat_of < later.id)
      -- Of two orders of the same instant either may be the later one.
      and not exists (select from order_events where order_events.at <= later.placed_at
        and order_id in (earlier.id, case when later.placed_at = earlier.placed_at then later.id end)
        and to_state in ('refused', 'cancelled', 'expired', 'refunded', 'charged-back'))
    limit 1`;
  return pair
    ? {
        kind: 'the same was ordered again without a yes',
        detail: `${nameOf(pair.later)} repeats ${nameOf(pair.earlier)}`,
      }
    : null;
};
