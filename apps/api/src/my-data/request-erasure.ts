import { ERASURE_DUE_DAYS, reportNumber, type ReportId } from '@jawhara/domain';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import {
  insertReport,
  lockReportsOf,
  numberOfReport,
  openRequestNumber,
} from '../feedback/feedback.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { DataSubject } from './read-my-data.ts';

const DAY_MS = 24 * 3_600_000;
/** The first of a device has exactly this id, which the release before looks for; a later one has its own after it. */
const REQUEST_ID = 'erase-my-data';

/**
 * Among the reports, where a person sees it with its date and answers it. While it is open, asking again is the same request;
 * once it was answered, new data may have come and it is a new one. Each account on a device asks for itself.
 */
export function requestErasure(
  { db, now, newId }: Pick<FeedbackContext, 'db' | 'now' | 'newId'>,
  { device, accountId }: DataSubject,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockReportsOf(tx, device);
    const open = await openRequestNumber(tx, { device, accountId }, REQUEST_ID);
    if (open !== null) return open;
    const id = newId() as ReportId;
    const isFirst = (await numberOfReport(tx, device, REQUEST_ID)) === null;
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
      requestId: isFirst ? REQUEST_ID : `${REQUEST_ID}-${id}`,
    });
    return reportNumber(id);
  });
}
