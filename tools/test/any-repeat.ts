import type { OrderId } from '@jawhara/domain';

/** [ORD-20] The payer's yes to repeating whatever was ordered before: for tests of something else that order the same again. */
export const ANY_REPEAT = 'ffffffff-ffff-7fff-bfff-ffffffffffff' as OrderId;
