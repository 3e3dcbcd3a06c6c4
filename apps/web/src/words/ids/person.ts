/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type PersonWord =
  | 'person.live'
  | 'person.open'
  | 'person.room'
  | 'press.ban'
  | 'press.living';
