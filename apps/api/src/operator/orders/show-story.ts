import { orderVerbs, type OrderVerb, type VerbAnswer } from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import { alertsOfOrder, type StoredAlert } from '../../alerts/alert.store.ts';
import { balanceOf } from '../../ledger/ledger.store.ts';
import { moneyOf } from '../../orders/base/write-books.ts';
import { readStory, type OrderStory } from '../../orders/queries/read-story.ts';
import { recordRead } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import { actionsOn, type OperatorAction } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

export interface WholeStory extends OrderStory {
  readonly alerts: readonly StoredAlert[];
  readonly actions: readonly OperatorAction[];
  /** For each verb on the order's money: what it may do now, or why not. */
  readonly verbs: Readonly<Record<OrderVerb, VerbAnswer>>;
  readonly recipient: { readonly displayId: string; readonly status: string; readonly gems: number };
}

/** Everything that is known of an order, from every table that knows something of it. */
export async function showStory(
  context: OperatorContext,
  signOff: OperatorSignOff,
  typed: string,
): Promise<readonly WholeStory[] | Refused> {
  const { db } = context.orders;
  const told = await readStory(db, typed);
  if (!told?.length) return refused('no-such-order', typed);
  for (const { order } of told) {
    const no = await recordRead(context, signOff, 'order story', `order:${order.id}`);
    if (no !== null) return no;
  }
  return Promise.all(
    told.map(async (one) => {
      const { id, recipientId } = one.order;
      const account = await accountById(db, recipientId);
      return {
        ...one,
        alerts: await alertsOfOrder(db, id),
        actions: await actionsOn(db, `order:${id}`),
        verbs: orderVerbs(await moneyOf(db, one.order)),
        recipient: {
          displayId: account?.displayId ?? '',
          status: account?.status ?? 'not there',
          gems: await balanceOf(db, recipientId),
        },
      };
    }),
  );
}
