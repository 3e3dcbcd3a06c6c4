/** Messages between the shop's page and the frame. None of them contains a full card number or a CVV. */

export interface CheckoutComFrameSettings {
  readonly component: 'card' | 'card_cvv';
  readonly publicKey: string;
  readonly locale: string;
  readonly cardholderName: 'top' | 'bottom' | 'hidden';
  readonly acceptedSchemes: readonly string[];
  readonly cvvLength: number | null;
  readonly look: Readonly<Record<string, string>>;
}

export type CheckoutComToFrame =
  | { readonly type: 'configure'; readonly settings: CheckoutComFrameSettings }
  | { readonly type: 'tokenize'; readonly id: number }
  /** The shop's sentence that it does not accept this card; null: it accepts the card. */
  | { readonly type: 'judge-bin'; readonly refusal: string | null };

export type CheckoutComFromFrame =
  | { readonly type: 'loaded' }
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly px: number }
  | { readonly type: 'change'; readonly isValid: boolean }
  | { readonly type: 'bin'; readonly bin: string; readonly scheme: string }
  | { readonly type: 'tokenized'; readonly id: number; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly why: 'invalid' | 'request';
      readonly codes: readonly string[];
    };
