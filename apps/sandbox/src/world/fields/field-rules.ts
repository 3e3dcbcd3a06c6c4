import type { Fault } from './card-input.ts';

/** Wrong by the frame's own rules, or refused by the shop in its own sentence. */
export type FieldFault = Fault | { readonly sentence: string };

export interface FieldRules {
  /** The field's text for the typed text. */
  readonly format: (text: string, isDeleting: boolean) => string;
  readonly fault: (text: string) => FieldFault | null;
}
