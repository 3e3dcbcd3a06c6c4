/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type DataWord =
  | 'data.download'
  | 'data.downloaded'
  | 'data.erase'
  | 'data.eraseBody'
  | 'data.eraseDone'
  | 'data.eraseFailed'
  | 'data.eraseFollow'
  | 'data.eraseTitle'
  | 'data.file'
  | 'data.lead'
  | 'data.loadFailed'
  | 'data.loading'
  | 'data.usage'
  | 'data.usageBody'
  | 'data.usageOff'
  | 'data.usageOn';
