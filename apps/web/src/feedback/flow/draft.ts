import { plainOrderNumber, withoutCardNumbers } from '@jawhara/domain';
import type { DraftFile, ReportDraft } from '../../browser/storage/reports.ts';
import type { AttachedFile, FeedbackState, ReportForm, ReportSent } from './feedback-state.ts';

/** Facts that are known when the form opens. */
export interface FeedbackEntry {
  readonly draft: ReportDraft | null;
  /** Topic and order number of the link that opened the form, parsed by the rules for links. */
  readonly linked: { readonly topic: ReportForm['topic']; readonly orderNumber: string | null };
  /** The number of an order of this device that has no outcome yet. */
  readonly openOrderNumber: string | null;
  readonly isOnline: boolean;
}

function draftFile({ name, kind, thumbnail, at }: AttachedFile): DraftFile[] {
  return at.step === 'ready' ? [{ name, kind, thumbnail, key: at.key, pickedAtMs: at.pickedAtMs }] : [];
}

/** The form as it is stored between visits. Card numbers are left out: neither storage nor a report may hold one. */
export function draftOf({ form, requestId }: FeedbackState): ReportDraft {
  return {
    topic: form.topic,
    orderNumber: withoutCardNumbers(form.orderNumber, ''),
    isOrderFilled: form.isOrderFilled,
    content: withoutCardNumbers(form.content, ''),
    contact: withoutCardNumbers(form.contact, ''),
    files: form.files.flatMap(draftFile),
    requestId,
  };
}

function fileOfDraft({ name, kind, key, pickedAtMs, thumbnail }: DraftFile): AttachedFile {
  return { id: key, name, kind, thumbnail, source: null, at: { step: 'ready', key, pickedAtMs } };
}

/** The order number: the link's, otherwise the draft's, otherwise that of the open order. */
function orderOf({ draft, linked, openOrderNumber }: FeedbackEntry) {
  const filled = (orderNumber: string) => ({ orderNumber, isOrderFilled: true });
  if (linked.orderNumber !== null) return filled(linked.orderNumber);
  if (draft !== null && draft.orderNumber !== '') {
    return { orderNumber: draft.orderNumber, isOrderFilled: draft.isOrderFilled };
  }
  return openOrderNumber === null ? { orderNumber: '', isOrderFilled: false } : filled(openOrderNumber);
}

export function beginFeedback(entry: FeedbackEntry): FeedbackState {
  const { draft, linked, isOnline } = entry;
  const order = orderOf(entry);
  const topic = linked.topic ?? draft?.topic ?? null;
  // A link with another topic or order starts another report than the one that may have been sent.
  const isSame = draft !== null && topic === draft.topic && order.orderNumber === draft.orderNumber;
  return {
    at: 'writing',
    form: {
      topic,
      ...order,
      content: draft?.content ?? '',
      contact: draft?.contact ?? '',
      files: draft?.files.map(fileOfDraft) ?? [],
    },
    isOnline,
    requestId: isSame ? draft.requestId : null,
    wasPressed: false,
    pickFaults: [],
    problem: null,
  };
}

export function reportOf({ topic, orderNumber, content, contact, files }: ReportForm): ReportSent {
  return {
    topic,
    orderNumber: plainOrderNumber(orderNumber) ?? orderNumber.trim(),
    content,
    contact,
    fileKeys: files.flatMap(({ at }) => (at.step === 'ready' ? [at.key] : [])),
  };
}
