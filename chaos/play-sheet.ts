import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderId, WalletToken } from '@jawhara/domain';
import { PRESS_AGAIN_AFTER_MS, untilAnswered, type PayerWorld } from './payer-world.ts';
import { kindOf, type PlannedOrder } from './plan-orders.ts';

/** `left`: the page was closed while the sheet was open. `over`: the sheet is gone, and the page follows the order. */
type AfterSheet = 'left' | 'over';

/** As often as the page asks for a merchant before it closes the sheet. */
const SESSION_TRIES = 2;

/** A wallet's sheet over an order that waits for it: its merchant, its owner's yes, and the token to the shop. */
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
  // Two windows, or a call that was repeated: the same token, and one payment.
  const presses = Array.from({ length: order.presses }, () => agree(world, order, orderId, token));
  await Promise.all(presses);
  return 'over';
}

/** False: there is no session, because the gateway fails or the order's time is over. */
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

/** What the sheet is told counts for nothing here: the page goes on to ask what became of the order. */
async function agree(
  world: PayerWorld,
  order: PlannedOrder,
  orderId: OrderId,
  token: WalletToken,
): Promise<void> {
  const reply = await untilAnswered(world, () => world.shop.agree(order, orderId, token));
  // The order's time may be over by now; nothing else can be wrong with it.
  if (reply.kind === 'refused' && reply.refusal !== 'wallet-not-available')
    throw new Error(`${order.name}: its own token was not taken: ${reply.refusal}`);
}
