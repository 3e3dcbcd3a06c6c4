import type { WALLET_SOURCE } from '@jawhara/domain';
import { forgetStored } from './forget-stored.ts';
import { STORAGE_PREFIX } from './stored.ts';
import { storedSeenCards } from './stored-seen-cards.ts';

/** Keys of stored-pay-method.ts and stored-last-success.ts, whose readers no login page should have to load. */
const CARD_KEYS = ['last_pay_card', 'last_success_card', 'step_card'];
const LAST_PURCHASE_KEY = 'last_purchase';
/** As it is stored. Only the type is imported: its module would bring the packs along. */
const WALLET: `"${(typeof WALLET_SOURCE)['sourceId']}"` = '"apple_pay"';

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(STORAGE_PREFIX + key);
  } catch {
    return null;
  }
}

/** The purchase stays the device's, its card does not. A text that cannot be read goes whole. */
function forgetCardOfLastPurchase(): void {
  const text = textAt(LAST_PURCHASE_KEY);
  if (text === null) return;
  try {
    const last = JSON.parse(text) as Record<string, unknown>;
    localStorage.setItem(STORAGE_PREFIX + LAST_PURCHASE_KEY, JSON.stringify({ ...last, card: null }));
  } catch {
    forgetStored(LAST_PURCHASE_KEY);
  }
}

/** The cards of an account that leaves this browser: their names go, the last purchase and a wallet stay the device's. */
export function forgetPayCards(): void {
  storedSeenCards.forget();
  for (const key of CARD_KEYS) if (textAt(key) !== WALLET) forgetStored(key);
  forgetCardOfLastPurchase();
}
