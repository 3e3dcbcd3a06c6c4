/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type AgainWord =
  | 'dup.again'
  | 'dup.body'
  | 'dup.order'
  | 'dup.see'
  | 'dup.title';
