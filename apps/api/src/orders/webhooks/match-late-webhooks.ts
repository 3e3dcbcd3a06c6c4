import { healAlert } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { SweepPause } from '../store/sweep-pause.ts';
import type { OrderContext } from '../base/order-context.ts';
import { orderOfPayment } from '../store/payment.store.ts';
import { claimBeforeTheirPayment, putBackInInbox } from '../store/webhook.store.ts';

/** No payment that we asked for lives undecided for longer: what it is about is not ours. */
const WAITS_MS = 30 * 24 * 60 * 60_000;

/**
 * Some refund and dispute webhooks carry only the provider's payment id and may arrive before we know it. Once we do, they
 * are matched with its order and processed as if they had just come.
 */
export async function matchLateWebhooks(
  context: OrderContext,
  pause: SweepPause,
  most: number,
): Promise<string[]> {
  const { db } = context;
  const at = context.now();
  const placed: string[] = [];
  const waiting = { pause, oldBefore: new Date(at.getTime() - WAITS_MS) };
  for (const { id, provider, providerPaymentId } of await claimBeforeTheirPayment(db, at, waiting, most)) {
    const orderId = await orderOfPayment(db, provider, providerPaymentId);
    if (orderId === null) continue;
    await inTransaction(db, async (tx) => {
      await putBackInInbox(tx, id, {
        orderId,
        handOverAfter: new Date(at.getTime() + context.timing.askAfterMs),
      });
      await healAlert(tx, {
        kind: 'notification-without-order',
        about: { subject: id },
        why: 'its payment is known now',
        at,
      });
    });
    placed.push(id);
  }
  return placed;
}
