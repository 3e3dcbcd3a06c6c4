/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type OtherWord =
  | 'app.openStore'
  | 'share.body'
  | 'share.download'
  | 'share.invalid'
  | 'share.invalidBody'
  | 'share.open'
  | 'share.qrAlt'
  | 'share.scan'
  | 'share.storesHeld'
  | 'share.title'
  | 'share.titleNoName'
  | 'share.topupFor';
