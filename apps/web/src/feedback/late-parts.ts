/** What a report needs after its first paint, as calls, thumbnails and the form below the fold: one chunk. */
export { submit, thumbnailOf, upload } from './flow/feedback-calls.ts';
export { Attachments } from './form/attachments.tsx';
export { ReplyHint, SupportAtHand } from './form/support-at-hand.tsx';
export { MyReports } from './sent/my-reports.tsx';
