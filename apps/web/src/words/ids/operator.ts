/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type OperatorWord =
  | 'about.company'
  | 'trust.cr'
  | 'trust.vat';
