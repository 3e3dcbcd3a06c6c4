/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type OperatorWord =
  | 'about.company'
  | 'legal.age'
  | 'pay.vatIncluded'
  | 'trust.cr'
  | 'trust.vat';
