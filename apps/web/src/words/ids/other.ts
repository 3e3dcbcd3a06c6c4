/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type OtherWord =
  | 'feedback.lead'
  | 'feedback.title'
  | 'feedbackOk.home'
  | 'fine.lead'
  | 'fine.title'
  | 'login.lead'
  | 'share.body'
  | 'soon.body'
  | 'soon.title'
  | 'test.title'
  | 'test.warning';
