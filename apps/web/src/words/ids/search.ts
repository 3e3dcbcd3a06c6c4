/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type SearchWord =
  | 'count.fillTimes'
  | 'search.emptyHistory'
  | 'search.title'
  | 'search.tooltip';
