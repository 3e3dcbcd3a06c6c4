import type { Fault } from './card-input.ts';

export type FieldName = 'number' | 'expiry' | 'cvv' | 'holder';

export interface FieldWords {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly faults: Partial<Readonly<Record<Fault, string>>>;
}

export interface FrameWords {
  readonly direction: 'rtl' | 'ltr';
  readonly fields: Readonly<Record<FieldName, FieldWords>>;
  readonly other: string;
}
