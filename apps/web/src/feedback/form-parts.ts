/** Parts of a report that are below the fold or rarely shown: one chunk, loaded after the form. */
export { Attachments } from './form/attachments.tsx';
export { ReplyHint, SupportAtHand } from './form/support-at-hand.tsx';
export { MyReports } from './sent/my-reports.tsx';
