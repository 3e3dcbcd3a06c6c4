import { FEEDBACK_TOPICS, REPORT_STATES, type FeedbackContact, type FileKey } from '@jawhara/domain';
import * as fc from 'fast-check';
import type { ReportInfo } from '../http/reports.ts';
import type { Feedback, UploadedFile, UploadRequest, UploadTicket } from '../http/feedback.ts';

/** Random values for the calls about files and reports. */

const someLine = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text));

export const fileKeys: fc.Arbitrary<FileKey> = fc
  .tuple(
    fc.constantFrom('feedback', 'audit', 'audit-20261105'),
    fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 40, maxLength: 40 }),
  )
  .map((parts) => parts.join('-') as FileKey);

const tokens = fc.string({ unit: fc.constantFrom(...'abcXYZ0189_-.'), minLength: 1, maxLength: 300 });

export const uploadRequests: fc.Arbitrary<UploadRequest> = fc.record({
  files: fc.array(fc.record({ name: someLine, bytes: fc.nat(), contentType: someLine }), { maxLength: 4 }),
  purpose: fc.constantFrom('feedback', 'audit'),
  needsDate: fc.boolean(),
});

export const uploadTickets: fc.Arbitrary<UploadTicket[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('ticket' as const), url: fc.webUrl(), token: tokens, key: fileKeys }),
    fc.record({
      kind: fc.constant('refused' as const),
      refusal: fc.constantFrom(
        'file-type-refused' as const,
        'file-too-large' as const,
        'file-empty' as const,
      ),
    }),
  ),
  { maxLength: 4 },
);

export const uploads = fc.record({ token: tokens, key: fileKeys });
export const imageUploads = fc.record({ key: fileKeys });
export const uploadedFiles: fc.Arbitrary<UploadedFile> = fc.record({ key: fileKeys, url: fc.webUrl() });

export const feedbacks: fc.Arbitrary<Feedback> = fc.record({
  content: fc.string({ maxLength: 100 }),
  fileKeys: fc.array(fileKeys, { maxLength: 4 }),
  topic: fc.option(fc.constantFrom(...FEEDBACK_TOPICS)),
  orderNumber: someLine,
  contact: fc.option(
    fc
      .constantFrom('noura@example.com', '+966551234567', '0551234567')
      .map((text) => text as FeedbackContact),
  ),
  model: someLine,
  version: someLine,
  pageId: someLine,
});

export const sentReports = fc.record({ reportNumber: someLine });

const moments = fc.integer({ min: 0, max: 4_102_444_800_000 }).map((ms) => new Date(ms));

export const reportQuestions = fc.constant({ reportNumber: 'FB-7F3K-20481' });
export const reportInfos: fc.Arbitrary<ReportInfo> = fc.record({
  reportNumber: someLine,
  sentAt: moments,
  state: fc.constantFrom(...REPORT_STATES),
  orderNumber: someLine,
  answer: fc.option(fc.record({ text: fc.string({ maxLength: 100 }), at: moments })),
});
