import { DEFAULT_PAY_TYPE, WALLET_SOURCE, type CardSourceId } from '@jawhara/domain';
import { storedLastPayCard, storedLastPayType } from '../../browser/storage/purchase.ts';
import type { LastUsed } from './checkout-state.ts';

const WALLET = WALLET_SOURCE.sourceId as CardSourceId;

/** How this device paid or chose last; the wallet is kept under the name it has among the cards. */
export function readLastUsed(): LastUsed {
  const card = storedLastPayCard.read();
  return { card: card === WALLET ? 'wallet' : card, payType: storedLastPayType.read() ?? DEFAULT_PAY_TYPE };
}

export function keepLastUsed({ card, payType }: LastUsed): void {
  storedLastPayType.write(payType);
  if (card === null) storedLastPayCard.forget();
  else storedLastPayCard.write(card === 'wallet' ? WALLET : card);
}
