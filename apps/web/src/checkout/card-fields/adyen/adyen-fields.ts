import { CustomCard } from '@adyen/adyen-web';
import type { AdyenFields } from '@jawhara/contract';
import { LOCALES, type CardScheme, type PayWith } from '@jawhara/domain';
import { pageLocale } from '../../../words/page-locale.ts';
import {
  NO_NEWS,
  type CardFields,
  type FieldsHandlers,
  type KeptCard,
  type ProviderField,
} from '../card-fields.ts';
import { designToken } from '../design-token.ts';
import { fieldTextPx } from '../field-text-size.ts';
import { adyenCheckout } from './adyen-checkout.ts';
import { adyenNews, type AdyenWord } from './adyen-news.ts';

/** The provider's frames answer within six seconds, or they never do. */
const FRAMES_WAIT_MS = 20_000;

/** The brands we take, under the provider's names. */
const BRANDS = { visa: 'visa', mastercard: 'mc' } as const satisfies Record<CardScheme, string>;

/** Where a line begins. */
const BEGINS = { rtl: 'right', ltr: 'left' } as const;

/** Only what a text can wear: the boxes around the frames are ours. Digits run from the left, but stand where the page's lines begin. */
function styles(isLarge: boolean, widthPx: number) {
  return {
    base: {
      color: designToken('ink'),
      caretColor: designToken('primary'),
      fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
      // The one field of a card that is known holds four digits at most.
      fontSize: isLarge ? `${fieldTextPx(22, 0)}px` : `${fieldTextPx(18, widthPx)}px`,
      textAlign: isLarge ? 'center' : BEGINS[LOCALES[pageLocale()].direction],
      ...(isLarge && { letterSpacing: '6px' }),
    },
    error: { color: designToken('danger-ink') },
    placeholder: { color: designToken('ink3') },
  };
}

const PLACEHOLDERS = {
  cardNumber: '0000 0000 0000 0000',
  expiryDate: 'MM/YY',
  securityCodeThreeDigits: '123',
  securityCodeFourDigits: '1234',
};

/** The provider's names for its fields. */
const PLACES = {
  number: 'encryptedCardNumber',
  expiry: 'encryptedExpiryDate',
  cvv: 'encryptedSecurityCode',
} as const satisfies Record<ProviderField, string>;

type CardWords = NonNullable<ConstructorParameters<typeof CustomCard>[1]>;

/** Hands on what the provider says of its fields, as one picture of all of them. */
function listeners({ onChange, onNews }: FieldsHandlers): CardWords {
  let news = NO_NEWS;
  const hear = (said: AdyenWord): void => {
    news = adyenNews(news, said);
    onNews(news);
  };
  return {
    onAllValid: ({ allValid }) => onChange(allValid),
    onFieldValid: ({ fieldType, valid }) => hear({ says: 'valid', fieldType, isValid: valid }),
    onFocus: ({ fieldType, focus }) => hear({ says: 'focus', fieldType, isFocused: focus }),
    onBrand: ({ brand }) => hear({ says: 'brand', brand }),
    onValidationError: (errors) => {
      for (const { fieldType, error } of errors) hear({ says: 'error', fieldType, error: error ?? '' });
    },
  };
}

/** Resolves once every frame has answered. */
async function openFields(
  config: AdyenFields,
  element: HTMLElement,
  handlers: FieldsHandlers,
  brands: string[],
): Promise<CustomCard> {
  const isLarge = brands.length === 1; // the field of a card that is known
  const checkout = await adyenCheckout(config);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the card fields did not open')), FRAMES_WAIT_MS);
    const card = new CustomCard(checkout, {
      brands,
      styles: styles(isLarge, element.clientWidth),
      placeholders: PLACEHOLDERS,
      maskSecurityCode: isLarge,
      ...listeners(handlers),
      onConfigSuccess: () => {
        clearTimeout(timer);
        resolve(card);
      },
      onError: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
    card.mount(element);
  });
}

type Sealed = Readonly<Record<string, unknown>>;

function sealedIn(card: CustomCard): Sealed {
  return { ...(card.data as { paymentMethod?: Sealed } | undefined)?.paymentMethod };
}

function texts(sealed: Sealed, names: readonly string[]): string[] | null {
  const found = names.map((name) => sealed[name]);
  return found.every((text): text is string => typeof text === 'string' && text !== '') ? found : null;
}

function fieldsOf(card: CustomCard, read: (sealed: Sealed) => PayWith | null): CardFields {
  return {
    isValid: () => card.isValid,
    tokenise: () => Promise.resolve(card.isValid ? read(sealedIn(card)) : null),
    focus: (field) => void card.setFocusOn(PLACES[field]),
    close: () => void card.unmount(),
  };
}

/** The element holds one place for each field, marked with the provider's name for it. */
export async function openAdyenCard(
  config: AdyenFields,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  const card = await openFields(config, element, handlers, Object.values(BRANDS));
  return fieldsOf(card, (sealed) => {
    const found = texts(sealed, [
      'encryptedCardNumber',
      'encryptedExpiryMonth',
      'encryptedExpiryYear',
      'encryptedSecurityCode',
    ]);
    if (found === null) return null;
    const [number = '', expiryMonth = '', expiryYear = '', securityCode = ''] = found;
    const holderName = handlers.holderName();
    return {
      encryptedCard: { number, expiryMonth, expiryYear, securityCode, holderName },
      keep: 'ask',
    };
  });
}

export async function openAdyenCvv(
  config: AdyenFields,
  { sourceId, scheme }: KeptCard,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  const card = await openFields(config, element, handlers, [BRANDS[scheme]]);
  return fieldsOf(card, (sealed) => {
    const [cvvToken] = texts(sealed, ['encryptedSecurityCode']) ?? [];
    return cvvToken === undefined ? null : { sourceId, cvvToken };
  });
}
