import type { CustomCard } from '@adyen/adyen-web';
import { NO_NEWS, type CardNews, type FieldsHandlers, type ProviderField } from '../card-fields.ts';
import { adyenNews, fieldOf, wholeField, type AdyenWord } from './adyen-news.ts';

/** Callbacks of the provider's library for events in its frames. */
export type CardWords = NonNullable<ConstructorParameters<typeof CustomCard>[1]>;

/** Collects the events of a card's frames and reports them as a single state of all its fields. */
export class NoticeBoard {
  readonly #handlers: FieldsHandlers;
  #news = NO_NEWS;
  #isLengthKnown = false;

  constructor(handlers: FieldsHandlers) {
    this.#handlers = handlers;
  }

  get news(): CardNews {
    return this.#news;
  }

  /** The field is empty again, whatever was reported of it before. */
  forget(field: ProviderField): void {
    this.#show({ ...this.#news, fields: { ...this.#news.fields, [field]: NO_NEWS.fields[field] } });
  }

  /** `isSubscribed`: only the new frame of a field that was opened again may report for it. */
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
      onFieldValid: ({ fieldType, valid }) => hear({ says: 'valid', fieldType, isValid: valid }),
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
