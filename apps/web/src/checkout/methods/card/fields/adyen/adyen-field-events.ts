import { acceptedBrand, type CardFace } from '@jawhara/domain';
import type { CustomCard } from '@adyen/adyen-web';
import {
  NO_NEWS,
  type CardNews,
  type FieldFault,
  type FieldNews,
  type ProviderField,
  type FieldsHandlers,
} from '../card-fields.ts';

/** Our fields by the provider's names. */
const FIELDS = {
  encryptedCardNumber: 'number',
  encryptedExpiryDate: 'expiry',
  encryptedSecurityCode: 'cvv',
} as const satisfies Record<string, ProviderField>;

/**
 * The faults by the provider's error codes. The codes of an empty field are no fault; a code that is not listed here is `other`.
 */
const FAULTS: Readonly<Record<string, FieldFault | null>> = {
  '': null,
  'cc.num.900': null,
  'cc.dat.910': null,
  'cc.cvc.920': null,
  'cc.num.903': 'brand-not-accepted',
  'cc.dat.912': 'expired',
};

/** Events of the provider's library, reduced to the parts that are used here. */
export type AdyenWord =
  | { readonly says: 'valid'; readonly fieldType: string; readonly isValid: boolean }
  | { readonly says: 'error'; readonly fieldType: string; readonly error: string }
  | { readonly says: 'focus'; readonly fieldType: string; readonly isFocused: boolean }
  | { readonly says: 'brand'; readonly brand: string };

function fieldAfter(field: FieldNews, said: Exclude<AdyenWord, { says: 'brand' }>): FieldNews {
  if (said.says === 'focus') return { ...field, isFocused: said.isFocused };
  if (said.says === 'valid')
    return { ...field, isValid: said.isValid, fault: said.isValid ? null : field.fault };
  const known = FAULTS[said.error];
  return { ...field, fault: known === undefined ? 'other' : known };
}

/**
 * The field that the payer has just completed, while the cursor is in it; null: none. A number of unknown length may still
 * grow, and moving the cursor too early is worse than not moving it.
 */
export function wholeField(before: CardNews, after: CardNews, isLengthKnown: boolean): ProviderField | null {
  const isWhole = (field: ProviderField): boolean => {
    const { isValid, isFocused } = after.fields[field];
    return isValid && isFocused && !before.fields[field].isValid && (field !== 'number' || isLengthKnown);
  };
  return Object.values(FIELDS).find(isWhole) ?? null;
}

/** Our field for the provider's name; null if there is none. */
function fieldOf(fieldType: string): ProviderField | null {
  return Object.hasOwn(FIELDS, fieldType) ? FIELDS[fieldType as keyof typeof FIELDS] : null;
}

function isLast4(digits: string | undefined): digits is string {
  return digits !== undefined && /^\d{4}$/.test(digits);
}

export function adyenNews(news: CardNews, said: AdyenWord): CardNews {
  if (said.says === 'brand') return { ...news, scheme: acceptedBrand(said.brand) };
  const name = fieldOf(said.fieldType);
  if (name === null) return news;
  return { ...news, fields: { ...news.fields, [name]: fieldAfter(news.fields[name], said) } };
}

/** Callbacks of the provider's library for events in its frames. */
export type CardWords = NonNullable<ConstructorParameters<typeof CustomCard>[1]>;

/** Collects the events of a card's frames and reports them as a single state of all its fields. */
export class NoticeBoard {
  readonly #handlers: FieldsHandlers;
  #news = NO_NEWS;
  #isLengthKnown = false;
  #last4: string | null = null;

  constructor(handlers: FieldsHandlers) {
    this.#handlers = handlers;
  }

  get news(): CardNews {
    return this.#news;
  }

  /** The card in the fields; null while its scheme or its last digits are not known. */
  get face(): CardFace | null {
    const { scheme } = this.#news;
    return scheme === null || this.#last4 === null ? null : { scheme, last4: this.#last4 };
  }

  /** Marks the field as empty, whatever was reported before. */
  forget(field: ProviderField): void {
    if (field === 'number') this.#last4 = null;
    this.#show({ ...this.#news, fields: { ...this.#news.fields, [field]: NO_NEWS.fields[field] } });
  }

  /** `isSubscribed`: after a field was opened again, only its new frame may report for it. */
  words(isSubscribed: (field: ProviderField) => boolean): CardWords {
    const hear = (said: AdyenWord): void => {
      const field = said.says === 'brand' ? 'number' : fieldOf(said.fieldType);
      if (field !== null && isSubscribed(field)) this.#show(adyenNews(this.#news, said));
    };
    return {
      // We choose the next field in one place for all providers; the provider's own script would skip an invalid field.
      autoFocus: false,
      onEnterKeyPressed: () => this.#handlers.onEnter(),
      onAllValid: ({ allValid }) => this.#handlers.onChange(allValid),
      onFieldValid: ({ fieldType, valid, endDigits }) => {
        if (fieldOf(fieldType) === 'number' && isSubscribed('number'))
          this.#last4 = valid && isLast4(endDigits) ? endDigits : null;
        hear({ says: 'valid', fieldType, isValid: valid });
      },
      onFocus: ({ fieldType, focus }) => hear({ says: 'focus', fieldType, isFocused: focus }),
      onBrand: ({ brand }) => hear({ says: 'brand', brand }),
      onBinLookup: ({ supportedBrandsRaw }) =>
        this.#learnLength(supportedBrandsRaw?.some(({ panLength }) => panLength !== undefined) === true),
      onValidationError: (errors) => {
        for (const { fieldType, error } of errors) hear({ says: 'error', fieldType, error: error ?? '' });
      },
    };
  }

  #show(news: CardNews): void {
    const before = this.#news;
    this.#news = news;
    this.#handlers.onNews(news);
    const whole = wholeField(before, news, this.#isLengthKnown);
    if (whole !== null) this.#handlers.onWhole(whole);
  }

  #learnLength(isKnown: boolean): void {
    const wasKnown = this.#isLengthKnown;
    this.#isLengthKnown = isKnown;
    const { isValid, isFocused } = this.#news.fields.number;
    // The card's length became known after its last digit was typed.
    if (isKnown && !wasKnown && isValid && isFocused) this.#handlers.onWhole('number');
  }
}
