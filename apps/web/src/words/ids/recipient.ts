/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type RecipientWord =
  | 'err.targetNotFound'
  | 'net.slowLookup'
  | 'recipient.clear'
  | 'recipient.other'
  | 'recipient.recent'
  | 'recipient.title'
  | 'recipient.verified'
  | 'search.auto'
  | 'search.cleaned'
  | 'search.digitsOnly'
  | 'search.empty'
  | 'search.label'
  | 'search.length'
  | 'search.min'
  | 'search.placeholder'
  | 'search.searching'
  | 'search.waitOnline';
