import type { Fault } from './card-input.ts';

/** The fault of a field: one of the frame's own rules, or a refusal of the shop with the shop's sentence. */
export type FieldFault = Fault | { readonly sentence: string };

export interface FieldRules {
  /** The field's text for the typed text. */
  readonly format: (text: string, isDeleting: boolean) => string;
  readonly fault: (text: string) => FieldFault | null;
}
