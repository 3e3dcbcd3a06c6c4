/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type BridgeWord =
  | 'err.security'
  | 'net.bridge';
