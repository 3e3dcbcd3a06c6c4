import type { OrderId } from '@jawhara/domain';

/** [ORD-20] Confirms a repeat of any earlier order: for tests that order the same again but test something else. */
export const ANY_REPEAT = 'ffffffff-ffff-7fff-bfff-ffffffffffff' as OrderId;
