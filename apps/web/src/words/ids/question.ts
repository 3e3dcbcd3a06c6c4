/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type QuestionWord =
  | 'recipient.confirmNo'
  | 'recipient.confirmQ'
  | 'recipient.confirmWhy'
  | 'recipient.confirmYes'
  | 'recipient.didYouMean'
  | 'recipient.didYouMeanWhy'
  | 'recipient.keepTyped'
  | 'recipient.saved'
  | 'recipient.takeSaved'
  | 'recipient.typed';
