import { wireRecipient } from '@jawhara/contract';
import type { CardSourceId, Recipient, UsdCents } from '@jawhara/domain';
import { stored } from './stored.ts';
import { parseSourceId } from './stored-pay-method.ts';
import { parseCents } from './stored-purchase.ts';
import { parseRecipient } from './stored-recipients.ts';

/** The last payment of this device that went through. What has been chosen since does not change it. */
export interface LastPurchase {
  readonly amount: UsdCents;
  readonly recipient: Recipient;
  /** Our server's name for the card that paid; null until it is known. Whether it is remembered is the server's to say. */
  readonly card: CardSourceId | null;
}

/** One value, so that nobody is ever shown with the amount of somebody else. */
export const storedLastPurchase = stored<LastPurchase>({
  key: 'last_purchase',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { amount: cents, recipient: person, card } = json as Record<string, unknown>;
    const amount = parseCents(cents);
    const recipient = parseRecipient(person);
    return amount === null || recipient === null ? null : { amount, recipient, card: parseSourceId(card) };
  },
  format: ({ amount, recipient, card }) => ({ amount, recipient: wireRecipient.write(recipient), card }),
});
