import type { OperatorVerb } from '@jawhara/domain';
import type { KeyInUse, OperatorSignOff } from '../operator/identity/sign-off.ts';
import type { Refused } from '../operator/refusals.ts';
import type { ReportPart } from '../operator/report-parts.ts';
import type { Report, VerbDone } from '../operator/verb.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, 'not-confirmed': 3, fault: 4 } as const;

/** The operator's terminal, on which commands print and ask. */
export interface Screen {
  print(line: string): void;
  /** Null if no terminal is attached, so that nobody can answer. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Shows the progress of long work in one line that is overwritten. Absent if no terminal is attached. */
  progress?(line: string): void;
}

/** Opens the operator's key and identifies its owner. */
export interface Credentials {
  openKey(): Promise<KeyInUse | Refused>;
  identify(wanted: {
    readonly verb: OperatorVerb;
    readonly why: string;
    readonly input: unknown;
  }): Promise<OperatorSignOff | Refused>;
}

export type CommandResult =
  | Report
  | VerbDone
  /** The result of a dry run: the effects that the command would have. */
  | { readonly kind: 'planned'; readonly parts: readonly ReportPart[] }
  | { readonly kind: 'not-confirmed'; readonly parts: readonly ReportPart[] }
  /** No command was typed, or its input is wrong; in that case `problems` names what is wrong. */
  | { readonly kind: 'usage'; readonly problems: readonly string[] };
