import type { RefusalKind, Feedback } from '@jawhara/contract';
import type { FeedbackTopic, FileKey, FileKind, FileRefusal, ReportFault } from '@jawhara/domain';
import type { ReportDraft, StoredReport } from '../../browser/storage/reports.ts';
import type { Call } from '../../api/create-call.ts';
import type { sendFile } from '../../api/send-file.ts';

export type FileAt =
  /** The file waits for a connection. */
  | { readonly step: 'waiting' }
  | { readonly step: 'going-up'; readonly percent: number }
  | { readonly step: 'ready'; readonly key: FileKey; readonly pickedAtMs: number }
  /** `message` is the server's; null: the connection broke. */
  | { readonly step: 'failed'; readonly message: string | null; readonly mayRetry: boolean };

export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly kind: FileKind;
  readonly thumbnail: string | null;
  /** Null for a file of a restored draft: the server has it, this page does not. */
  readonly source: File | null;
  readonly at: FileAt;
}

export interface ReportForm {
  readonly topic: FeedbackTopic | null;
  readonly orderNumber: string;
  /** The order number was filled in automatically and is shown as text; a press turns it into a field. */
  readonly isOrderFilled: boolean;
  readonly content: string;
  readonly contact: string;
  readonly files: readonly AttachedFile[];
}

/** Why a file was not attached to the report. */
export interface PickFault {
  readonly name: string;
  readonly kind: FileKind;
  readonly why: FileRefusal | 'files-too-many';
}

export type SendProblem =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'refused'; readonly message: string };

export interface FeedbackState {
  /** `gathering`: send was pressed while files are still being uploaded. */
  readonly at: 'writing' | 'gathering' | 'sending' | 'sent';
  readonly form: ReportForm;
  readonly isOnline: boolean;
  /** The idempotency key of a report being sent, or sent without an answer; a change makes it another report. */
  readonly requestId: string | null;
  /** After the first press, missing fields are marked. */
  readonly wasPressed: boolean;
  readonly pickFaults: readonly PickFault[];
  readonly problem: SendProblem | null;
}

export type FormFault = ReportFault | 'file-failed';

export interface FeedbackChange extends Partial<Omit<ReportForm, 'files'>> {}

export type FeedbackEvent =
  | { readonly type: 'changed'; readonly change: FeedbackChange }
  | {
      readonly type: 'files-picked';
      readonly picked: readonly { readonly id: string; readonly file: File }[];
    }
  | { readonly type: 'thumbnail-drawn'; readonly id: string; readonly thumbnail: string }
  | { readonly type: 'file-removed'; readonly id: string }
  | { readonly type: 'file-retried'; readonly id: string }
  | { readonly type: 'file-moved'; readonly id: string; readonly percent: number }
  | { readonly type: 'file-taken'; readonly id: string; readonly key: FileKey; readonly pickedAtMs: number }
  | {
      readonly type: 'file-refused';
      readonly id: string;
      readonly refusal: RefusalKind | null;
      readonly message: string | null;
    }
  | { readonly type: 'file-lost'; readonly id: string }
  | { readonly type: 'send-pressed'; readonly requestId: string }
  | { readonly type: 'sent'; readonly reportNumber: string }
  | { readonly type: 'send-refused'; readonly refusal: RefusalKind | null; readonly message: string }
  | { readonly type: 'send-lost'; readonly isTimeout: boolean }
  | { readonly type: 'online' }
  | { readonly type: 'offline' };

export type FormField = 'topic' | 'content' | 'contact' | 'files';

/** A report as it is sent, without the facts that only the browser knows. */
export interface ReportSent {
  readonly topic: FeedbackTopic | null;
  readonly orderNumber: string;
  readonly content: string;
  readonly contact: string;
  readonly fileKeys: readonly FileKey[];
}

export type FeedbackEffect =
  | { readonly do: 'keep-draft'; readonly draft: ReportDraft }
  | { readonly do: 'forget-draft' }
  | { readonly do: 'upload'; readonly id: string; readonly file: File }
  | { readonly do: 'stop-upload'; readonly id: string }
  | { readonly do: 'draw-thumbnail'; readonly id: string; readonly file: File }
  | { readonly do: 'submit'; readonly report: ReportSent; readonly requestId: string }
  | { readonly do: 'remember-report'; readonly reportNumber: string; readonly report: ReportSent }
  | { readonly do: 'show-confirmation'; readonly reportNumber: string }
  | { readonly do: 'focus'; readonly field: FormField };

export type FeedbackNext = readonly [FeedbackState, ...FeedbackEffect[]];

export type Emit = (event: FeedbackEvent) => void;

/** Dependencies of the machine's effects. */
export interface FeedbackDeps {
  readonly call: Call;
  readonly sendFile: typeof sendFile;
  readonly thumbnailOf: (file: Blob) => Promise<string | null>;
  readonly now: () => Date;
  /** Facts about the browser and the visit for the report. */
  readonly facts: () => Pick<Feedback, 'model' | 'version' | 'pageId' | 'uid'>;
  readonly isSignedIn: () => boolean;
  readonly keepDraft: (draft: ReportDraft) => void;
  readonly forgetDraft: () => void;
  readonly rememberReport: (report: StoredReport) => void;
  readonly showConfirmation: (reportNumber: string) => void;
  readonly focus: (field: FormField) => void;
  readonly isOnline: () => boolean;
  readonly subscribeToOnline: (onChange: () => void) => () => void;
}
