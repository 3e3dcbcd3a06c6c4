import type { ProviderNumber } from '@jawhara/domain';
import type { BookRow } from '../apps/sandbox/src/control.ts';

/** A payment in a provider's own records (its books). */
export type BookedPayment = BookRow & { readonly provider: ProviderNumber };
