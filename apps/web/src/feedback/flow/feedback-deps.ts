import type { Feedback } from '@jawhara/contract';
import type { Call } from '../../api/create-call.ts';
import type { sendFile } from '../../api/send-file.ts';
import type { ReportDraft, StoredReport } from '../../browser/storage/reports.ts';
import type { FeedbackEvent, FormField } from './feedback-state.ts';

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
