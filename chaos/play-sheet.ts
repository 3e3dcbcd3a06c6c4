import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderId, WalletToken } from '@jawhara/domain';
import { PRESS_AGAIN_AFTER_MS, untilAnswered, type PayerWorld } from './payer-world.ts';
import { kindOf, type PlannedOrder } from './plan-orders.ts';

/** `left`: the page was closed while the sheet was open. `over`: the sheet is gone, and the page follows the order. */
type AfterSheet = 'left' | 'over';

/** The page, too, requests a merchant session this often before it closes the sheet. */
const SESSION_TRIES = 2;

/** Plays a wallet's sheet for a placed order: the merchant session, the payer's consent, and the token sent to the shop. */
export async function playSheet(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
): Promise<AfterSheet> {
  const { card, leavesSheet = false } = kindOf(order.kind);
  if (!(await openSheet(world, order, orderId))) {
    await untilAnswered(world, () => world.shop.cancel(order, orderId));
    return 'over';
  }
  await sleep(order.atSheetForMs);
  if (leavesSheet) return 'left';
  const token = await world.sandbox.walletToken(card);
  // The same token is sent once or twice, as two windows or a repeated call would send it: it must lead to one payment.
  const presses = Array.from({ length: order.presses }, () => agree(world, order, orderId, token));
  await Promise.all(presses);
  return 'over';
}

/** Requests a merchant session; false if there is none, because the gateway fails or the order has expired. */
async function openSheet(world: PayerWorld, order: PlannedOrder, orderId: OrderId): Promise<boolean> {
  for (let tries = 1; tries <= SESSION_TRIES; tries += 1) {
    const reply = await untilAnswered(world, () => world.shop.openSheet(order, orderId, world.siteHost));
    if (reply.kind === 'answered') return true;
    if (reply.kind === 'refused' && reply.refusal !== 'wallet-not-available')
      throw new Error(`${order.name}: no sheet for its own order ${orderId}: ${reply.refusal}`);
    await sleep(PRESS_AGAIN_AFTER_MS);
  }
  return false;
}

/** The response is ignored, as the page ignores it: the result comes from polling the order. */
async function agree(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  token: WalletToken,
): Promise<void> {
  const reply = await untilAnswered(world, () => world.shop.agree(order, orderId, token));
  // The order may have expired by now; any other refusal is a fault.
  if (reply.kind === 'refused' && reply.refusal !== 'wallet-not-available')
    throw new Error(`${order.name}: its own token was not taken: ${reply.refusal}`);
}
