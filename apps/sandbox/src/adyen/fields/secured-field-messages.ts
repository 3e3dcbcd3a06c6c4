/** Messages between the provider's script on the shop's page and one field. JSON text both ways. */

export type FieldType = 'encryptedCardNumber' | 'encryptedExpiryDate' | 'encryptedSecurityCode';

export type StyleSet = Readonly<Record<string, string>>;

export interface FieldStyles {
  readonly base?: StyleSet;
  readonly error?: StyleSet;
  readonly validated?: StyleSet;
  readonly placeholder?: StyleSet;
}

/** Texts for screen readers. */
export interface AdyenFieldWords {
  readonly label?: string;
  readonly iframeTitle?: string;
  /** By error code. */
  readonly error?: Readonly<Record<string, string>>;
}

/** The first message. Every later one repeats its `numKey`. */
export interface FieldConfig {
  readonly numKey: number;
  readonly fieldType: FieldType;
  readonly txVariant: string;
  readonly cardGroupTypes?: readonly string[];
  readonly maskSecurityCode?: boolean;
  readonly iframeUIConfig?: {
    readonly sfStyles?: FieldStyles;
    readonly placeholders?: Readonly<Record<string, string>>;
    readonly ariaConfig?: Partial<Readonly<Record<FieldType, AdyenFieldWords>>> & { readonly lang?: string };
  };
}

/** Later messages of the page. The field ignores any other message. */
export interface FieldOrder {
  readonly numKey: number;
  readonly focus?: boolean;
  readonly styleObject?: FieldStyles;
  readonly autoComplete?: string;
  /** The page found the field empty or wrong when the payer pressed pay; `code` is the error to show. */
  readonly externalValidation?: boolean;
  readonly unsupportedCard?: boolean;
  readonly code?: string;
}

export interface SealedPart {
  readonly type: string;
  readonly encryptedFieldName: string;
  readonly blob: string;
}
