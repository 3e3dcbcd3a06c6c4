/** The part of Checkout.com's browser library that the sandbox simulates, under the library's own names. */

export type ComponentName = 'card' | 'card_cvv';

export interface Font {
  readonly fontFamily?: string;
  readonly fontSize?: string | number;
  readonly fontWeight?: number;
}

export interface Appearance {
  readonly colorPrimary?: string;
  readonly colorSecondary?: string;
  readonly colorAction?: string;
  readonly colorError?: string;
  readonly colorSuccess?: string;
  readonly colorBackground?: string;
  readonly colorFormBackground?: string;
  readonly colorFormBorder?: string;
  readonly colorOutline?: string;
  readonly borderWidth?: string;
  readonly borderRadius?: readonly [string | number, string | number];
  readonly focusOutlineWidth?: string;
  readonly input?: Font;
  readonly label?: Font;
  readonly footnote?: Font;
}

export interface TokenizeResult {
  readonly type: ComponentName;
  readonly data: Readonly<Record<string, unknown>>;
}

type Judgement = { readonly continue: true } | { readonly continue: false; readonly errorMessage?: string };

export interface CheckoutError extends Error {
  readonly name: 'CheckoutError';
  readonly type: 'Integration' | 'Request' | 'Submit';
  readonly code: string;
  readonly details: { readonly requestErrorCodes: readonly string[] };
}

export interface Callbacks {
  readonly onReady?: (component: Component) => void;
  readonly onChange?: (component: Component) => void;
  readonly onSubmit?: (component: Component) => void;
  readonly onTokenized?: (component: Component, result: TokenizeResult) => Promise<Judgement | void>;
  readonly onCardBinChanged?: (
    component: Component,
    card: { readonly bin: string; readonly scheme: string },
  ) => Promise<Judgement | void>;
  readonly onError?: (component: Component, error: CheckoutError) => void;
}

export interface ComponentOptions extends Callbacks {
  readonly displayCardholderName?: 'top' | 'bottom' | 'hidden';
  readonly acceptedCardSchemes?: readonly string[];
  readonly cardCvvLength?: 3 | 4;
}

export interface LibraryOptions extends Callbacks {
  readonly publicKey: string;
  readonly environment?: 'sandbox' | 'production';
  readonly locale?: string;
  readonly appearance?: Appearance;
  readonly componentOptions?: Partial<Readonly<Record<ComponentName, ComponentOptions>>>;
}

export interface Component {
  readonly type: ComponentName;
  readonly selectedType: ComponentName;
  readonly selectedPaymentMethodId: undefined;
  readonly name: string;
  isAvailable(): Promise<boolean>;
  isValid(): boolean;
  isPayButtonRequired(): boolean;
  mount(target: string | Element): Component;
  unmount(): Component;
  unselect(): void;
  tokenize(): Promise<TokenizeResult | undefined>;
  submit(): void;
}
