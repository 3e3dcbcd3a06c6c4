import type { SignOff } from '@jawhara/domain';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { OperatorContext } from '../operator/operator-context.ts';
import type { Refused } from '../operator/refusals.ts';
import type { Done } from '../operator/act.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, 'not-confirmed': 3, fault: 4 } as const;

/** Where a person sits. */
export interface Screen {
  print(line: string): void;
  /** Null when nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Where long work says how far it is: one line that is written over. Only where somebody watches. */
  progress?(line: string): void;
}

export type Ended =
  | { readonly kind: 'shown'; readonly lines: readonly string[] }
  /** Looked, and something needs a person. */
  | { readonly kind: 'differs'; readonly lines: readonly string[] }
  | { readonly kind: 'not-confirmed' }
  | { readonly kind: 'usage' }
  | (Done & { readonly lines?: readonly string[] })
  | Refused;

export interface Reading {
  readonly context: OperatorContext;
  readonly words: readonly string[];
  readonly option: (name: string) => string | null;
  readonly flag: (name: string) => boolean;
  readonly now: Date;
  readonly progress: (what: string, done: number) => void;
}

export interface Changing extends Reading {
  readonly signOff: SignOff;
  /** Shows what will be done and asks; true at once where `--yes` was given. */
  readonly confirm: (lines: readonly string[]) => Promise<boolean>;
}

interface Described {
  /** After "ops": the words and options, as a person types them. */
  readonly usage: string;
  readonly says: string;
  readonly options?: ParseArgsOptionsConfig;
}

/** One that only looks needs no name; one that changes something does not run without who and why. */
export type Command = Described &
  (
    | { readonly kind: 'reads'; run(call: Reading): Promise<Ended> }
    | { readonly kind: 'changes'; run(call: Changing): Promise<Ended> }
  );

export type Commands = Readonly<Record<string, Command>>;

export function shown(lines: readonly string[]): Ended {
  return { kind: 'shown', lines };
}
