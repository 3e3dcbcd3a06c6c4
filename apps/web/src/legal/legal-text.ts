import type { OperatorFact } from '@jawhara/contract';

/** A legal text as the build has parsed it from Markdown (`build/legal-text.ts`). */
export interface LegalText {
  readonly title: string;
  /** From when the text is valid, and for what. */
  readonly effective: Line;
  readonly inShort: { readonly title: string; readonly blocks: readonly Block[] };
  readonly sections: readonly Section[];
}

export interface Section {
  /** The section's number in links and other texts: "3". */
  readonly number: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] };

export type Line = readonly Piece[];

/** Plain text, a fact of the operator to fill in, or emphasised text. */
export type Piece =
  | string
  | { readonly fact: OperatorFact }
  | { readonly strong: string }
  | { readonly code: string };
