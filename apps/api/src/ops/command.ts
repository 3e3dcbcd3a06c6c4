import type { ParseArgsOptionsConfig } from 'node:util';
import type { OperatorVerb } from '@jawhara/domain';
import type { KeyInUse, OperatorSignOff } from '../operator/identity/sign-off.ts';
import type { OperatorContext } from '../operator/operator-context.ts';
import type { Refused } from '../operator/refusals.ts';
import type { ActionDone } from '../operator/act.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, 'not-confirmed': 3, fault: 4 } as const;

/** Where a person sits. */
export interface Screen {
  print(line: string): void;
  /** Null when nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Where long work says how far it is: one line that is written over. Only where somebody watches. */
  progress?(line: string): void;
}

export type CommandResult =
  | { readonly kind: 'shown'; readonly lines: readonly string[] }
  /** Looked, and something needs a person. */
  | { readonly kind: 'differs'; readonly lines: readonly string[] }
  | { readonly kind: 'not-confirmed' }
  | { readonly kind: 'usage' }
  | (ActionDone & { readonly lines?: readonly string[] })
  | Refused;

export interface Reading {
  readonly context: OperatorContext;
  readonly words: readonly string[];
  readonly option: (name: string) => string | null;
  readonly flag: (name: string) => boolean;
  readonly now: Date;
  readonly progress: (what: string, done: number) => void;
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

/** Shows personal data: who looks is proven and recorded. */
export interface PersonalReading extends Reading {
  readonly signOff: OperatorSignOff;
}

/** Before there is any operator: the key alone. */
export interface FirstCall extends Reading {
  readonly inUse: KeyInUse;
  readonly why: string;
}

export interface Changing extends PersonalReading {
  /** Shows what will be done and asks; true at once where `--yes` was given. */
  readonly confirm: (lines: readonly string[]) => Promise<boolean>;
}

interface Described {
  /** After "ops": the words and options, as a person types them. */
  readonly usage: string;
  readonly says: string;
  readonly options?: ParseArgsOptionsConfig;
}

/**
 * A command that reads nothing personal needs no key. Every other one runs only for an operator whose role allows the verb; what
 * changes something also needs a reason.
 */
export type Command = Described &
  (
    | { readonly kind: 'reads'; run(call: Reading): Promise<CommandResult> }
    | { readonly kind: 'reads-personal'; run(call: PersonalReading): Promise<CommandResult> }
    | { readonly kind: 'changes'; run(call: Changing): Promise<CommandResult> }
    | { readonly kind: 'adds-first'; run(call: FirstCall): Promise<CommandResult> }
  );

export type Commands = Readonly<Record<string, Command>>;

export function shown(lines: readonly string[]): CommandResult {
  return { kind: 'shown', lines };
}
