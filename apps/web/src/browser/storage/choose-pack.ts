import type { GemPack } from '@jawhara/domain';
import { track } from '../event-queue.ts';
import { storedChosenAmount } from './stored-purchase.ts';

/** A pack was pressed. */
export function choosePack({ priceUsdCents: amount, gems, rechargeId: goodId }: GemPack): void {
  storedChosenAmount.write(amount);
  track({ step: 'item_click', at: 'home', amount, gems, goodId });
}
