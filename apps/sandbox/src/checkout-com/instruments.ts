import { createHash } from 'node:crypto';
import { newId } from './ids.ts';
import type { CheckoutComCard } from './tokens.ts';

/** A card that the provider saved for a shop, with its expiry date at that time. */
export interface Instrument {
  readonly id: string;
  readonly customerId: string | null;
  readonly card: CheckoutComCard;
  readonly isRenewed: boolean;
}

export interface Instruments {
  keep(id: string, card: CheckoutComCard, customerId: string | null): void;
  find(id: string): Instrument | null;
  ids(): readonly string[];
  /** The bank has issued a new card with the same number, so the saved card gets a new expiry date. */
  renew(id: string, expiryMonth: number, expiryYear: number): Instrument | null;
  forget(id: string): boolean;
  clear(): void;
}

/** The same fingerprint for the same card, whoever pays with it. */
export function fingerprintOf({ scenario, bin, last4 }: CheckoutComCard): string {
  const digest = createHash('sha256').update([scenario, bin, last4].join(' ')).digest('hex');
  return `FP${digest.slice(0, 30).toUpperCase()}`;
}

export function newSourceId(): string {
  return newId('src');
}

export function createInstruments(): Instruments {
  const instrumentsById = new Map<string, Instrument>();
  return {
    keep: (id, card, customerId) => void instrumentsById.set(id, { id, card, customerId, isRenewed: false }),
    find: (id) => instrumentsById.get(id) ?? null,
    ids: () => [...instrumentsById.keys()],
    renew(id, expiryMonth, expiryYear) {
      const before = instrumentsById.get(id);
      if (!before) return null;
      const isSame = before.card.expiryMonth === expiryMonth && before.card.expiryYear === expiryYear;
      const renewed = {
        ...before,
        card: { ...before.card, expiryMonth, expiryYear },
        isRenewed: before.isRenewed || !isSame,
      };
      instrumentsById.set(id, renewed);
      return renewed;
    },
    forget: (id) => instrumentsById.delete(id),
    clear: () => instrumentsById.clear(),
  };
}
