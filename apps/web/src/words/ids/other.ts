/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type OtherWord =
  | 'share.body'
  | 'share.download'
  | 'share.invalid'
  | 'share.invalidBody'
  | 'share.storesHeld'
  | 'share.title'
  | 'share.titleNoName'
  | 'share.topupFor'
  | 'soon.body'
  | 'soon.home'
  | 'soon.title'
  | 'test.title'
  | 'test.warning';
