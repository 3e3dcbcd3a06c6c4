import { WALLET_SOURCE, type CardSourceId } from '@jawhara/domain';
import { storedLastPurchase } from './stored-last-purchase.ts';
import { storedLastSuccessCard } from './stored-last-success.ts';
import { storedLastPayCard, storedStepCard } from './stored-pay-method.ts';
import { storedSeenCards } from './stored-seen-cards.ts';

const WALLET = WALLET_SOURCE.sourceId as CardSourceId;

/** The cards of an account that leaves this browser: their names go, the last purchase and a wallet stay the device's. */
export function forgetPayCards(): void {
  storedSeenCards.forget();
  for (const stored of [storedLastPayCard, storedLastSuccessCard, storedStepCard])
    if (stored.read() !== WALLET) stored.forget();
  const last = storedLastPurchase.read();
  if (last !== null) storedLastPurchase.write({ ...last, card: null });
}
