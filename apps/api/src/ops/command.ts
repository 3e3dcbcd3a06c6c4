import type { OperatorVerb } from '@jawhara/domain';
import type { KeyInUse, OperatorSignOff } from '../operator/identity/sign-off.ts';
import type { Refused } from '../operator/refusals.ts';
import type { ReportPart } from '../operator/report-parts.ts';
import type { Report, VerbDone } from '../operator/verb.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, 'not-confirmed': 3, fault: 4 } as const;

/** Where a person sits. */
export interface Screen {
  print(line: string): void;
  /** Null when nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Where long work says how far it is: one line that is written over. Only where somebody watches. */
  progress?(line: string): void;
}

/** The operator's key and who it belongs to. */
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
  /** A dry run: these are the effects it would have. */
  | { readonly kind: 'planned'; readonly parts: readonly ReportPart[] }
  | { readonly kind: 'not-confirmed'; readonly parts: readonly ReportPart[] }
  /** No command was typed, or its input is wrong: then `problems` says how. */
  | { readonly kind: 'usage'; readonly problems: readonly string[] };
