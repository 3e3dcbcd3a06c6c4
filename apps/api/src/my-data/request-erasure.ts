import { ERASURE_DUE_DAYS, reportNumber, type ReportId } from '@jawhara/domain';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import { insertReport, lockReportsOf, numberOfReport } from '../feedback/feedback.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { DataSubject } from './read-my-data.ts';

const DAY_MS = 24 * 3_600_000;
/** One at a time is asked for by a device: asked again, it is the same request. */
const REQUEST_ID = 'erase-my-data';

/** Among the reports, where a person sees it with its date and answers it. */
export function requestErasure(
  { db, now, newId }: Pick<FeedbackContext, 'db' | 'now' | 'newId'>,
  { device, accountId }: DataSubject,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockReportsOf(tx, device);
    const known = await numberOfReport(tx, device, REQUEST_ID);
    if (known !== null) return known;
    const id = newId() as ReportId;
    const createdAt = now();
    await insertReport(tx, {
      id,
      number: reportNumber(id),
      createdAt,
      dueAt: new Date(createdAt.getTime() + ERASURE_DUE_DAYS * DAY_MS),
      device,
      accountId,
      content: 'Erase my data.',
      topic: null,
      orderNumber: '',
      contact: null,
      model: '',
      version: '',
      pageId: '',
      fileKeys: [],
      requestId: REQUEST_ID,
    });
    return reportNumber(id);
  });
}
