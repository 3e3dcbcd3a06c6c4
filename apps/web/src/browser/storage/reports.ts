import {
  readReportNumber,
  isFeedbackTopic,
  isFileKey,
  LOOSE_FILE_LIVES_MS,
  type FeedbackTopic,
  type FileKey,
  type FileKind,
} from '@jawhara/domain';
import { stored } from './stored.ts';

/** The number of reports that a device stores and lists; older ones are dropped. */
const STORED_REPORTS_MAX = 5;

/** A report of this device. Its text is not stored, because the server has it. */
export interface StoredReport {
  readonly reportNumber: string;
  readonly orderNumber: string;
  /** The contact for the answer, or null. */
  readonly contact: string | null;
  readonly isSignedIn: boolean;
  readonly sentAt: Date;
}

function parseStored(json: unknown): StoredReport | null {
  if (typeof json !== 'object' || json === null) return null;
  const { number, order_number: order, contact, is_signed_in, sent_at } = json as Record<string, unknown>;
  const reportNumber = typeof number === 'string' ? readReportNumber(number) : null;
  if (reportNumber === null || typeof sent_at !== 'number' || !Number.isFinite(sent_at)) return null;
  return {
    reportNumber,
    orderNumber: typeof order === 'string' ? order : '',
    contact: typeof contact === 'string' ? contact : null,
    isSignedIn: is_signed_in === true,
    sentAt: new Date(sent_at),
  };
}

/** The reports of this device, newest first. A broken entry does not affect the others. */
export const storedReports = stored<readonly StoredReport[]>({
  key: 'reports',
  parse: (json) =>
    Array.isArray(json)
      ? json
          .map(parseStored)
          .filter((one) => one !== null)
          .slice(0, STORED_REPORTS_MAX)
      : null,
  format: (reports) =>
    reports.map(({ reportNumber, orderNumber, contact, isSignedIn, sentAt }) => ({
      number: reportNumber,
      order_number: orderNumber,
      contact,
      is_signed_in: isSignedIn,
      sent_at: sentAt.getTime(),
    })),
});

export function rememberReport(report: StoredReport): void {
  const others = (storedReports.read() ?? []).filter((one) => one.reportNumber !== report.reportNumber);
  storedReports.write([report, ...others].slice(0, STORED_REPORTS_MAX));
}

/** A file that the server has accepted and that waits for its report. */
export interface DraftFile {
  readonly name: string;
  readonly kind: FileKind;
  readonly key: FileKey;
  readonly pickedAtMs: number;
  /** A small picture as a data address; null for a video, or where none could be drawn. */
  readonly thumbnail: string | null;
}

/** A report that the server has not accepted yet, as it is stored. */
export interface ReportDraft {
  readonly topic: FeedbackTopic | null;
  readonly orderNumber: string;
  /** The order number was filled in by us and not changed by the payer. */
  readonly isOrderFilled: boolean;
  readonly content: string;
  readonly contact: string;
  readonly files: readonly DraftFile[];
  /** The request id of a report that was sent without an answer, as long as nothing was changed since. */
  readonly requestId: string | null;
}

const textOf = (json: unknown): string => (typeof json === 'string' ? json : '');

function parseFile(json: unknown): DraftFile | null {
  if (typeof json !== 'object' || json === null) return null;
  const { name, kind, key, taken_at: pickedAtMs, thumbnail } = json as Record<string, unknown>;
  if (typeof key !== 'string' || !isFileKey(key) || typeof pickedAtMs !== 'number') return null;
  if (kind !== 'image' && kind !== 'video') return null;
  const isPicture = typeof thumbnail === 'string' && thumbnail.startsWith('data:image/');
  return { name: textOf(name), kind, key, pickedAtMs, thumbnail: isPicture ? thumbnail : null };
}

export const storedReportDraft = stored<ReportDraft>({
  key: 'report_draft',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const draft = json as Record<string, unknown>;
    const topic = textOf(draft['topic']);
    const files: unknown = draft['files'];
    return {
      topic: isFeedbackTopic(topic) ? topic : null,
      orderNumber: textOf(draft['order_number']),
      isOrderFilled: draft['is_order_filled'] === true,
      content: textOf(draft['content']),
      contact: textOf(draft['contact']),
      files: Array.isArray(files) ? files.map(parseFile).filter((file) => file !== null) : [],
      requestId: textOf(draft['request_id']) || null,
    };
  },
  format: (draft) => ({
    topic: draft.topic,
    order_number: draft.orderNumber,
    is_order_filled: draft.isOrderFilled,
    content: draft.content,
    contact: draft.contact,
    files: draft.files.map(({ name, kind, key, pickedAtMs, thumbnail }) => ({
      name,
      kind,
      key,
      taken_at: pickedAtMs,
      thumbnail,
    })),
    request_id: draft.requestId,
  }),
});

/** The stored draft, without files that are too old: the server has deleted them. */
export function readReportDraft(nowMs: number): ReportDraft | null {
  const draft = storedReportDraft.read();
  if (draft === null) return null;
  return { ...draft, files: draft.files.filter((file) => nowMs - file.pickedAtMs < LOOSE_FILE_LIVES_MS) };
}
