/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type OtherWord =
  | 'fine.lead'
  | 'fine.title'
  | 'share.body'
  | 'soon.body'
  | 'soon.home'
  | 'soon.title'
  | 'test.title'
  | 'test.warning';
