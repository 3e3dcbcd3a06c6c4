import { CustomCard } from '@adyen/adyen-web';
import type { AdyenFields } from '@jawhara/contract';
import { LOCALES, type CardScheme, type CardFace } from '@jawhara/domain';
import { pageLocale } from '../../../../../words/word.ts';
import type { CardFields, FieldsHandlers, SavedCardRef, ProviderField } from '../card-fields.ts';
import { designToken, fieldTextPx, fieldWidthPx } from '../field-text-size.ts';
import { adyenCheckout } from './adyen-checkout.ts';
import { NoticeBoard, type CardWords } from './adyen-field-events.ts';

export { openNativeCheck } from './adyen-checkout.ts';

/** The provider's frames load within six seconds or not at all. After this longer limit the step shows a failure. */
const FRAMES_WAIT_MS = 20_000;

/** The brands we take, under the provider's names. */
const BRANDS = { visa: 'visa', mastercard: 'mc' } as const satisfies Record<CardScheme, string>;

/** The side at which a line begins. */
const BEGINS = { rtl: 'right', ltr: 'left' } as const;

/**
 * Only text styles: the boxes around the frames are ours. Digits run from left to right, but are aligned with the page's
 * lines.
 */
function styles(isLarge: boolean, widthPx: number) {
  return {
    base: {
      color: designToken('ink'),
      caretColor: designToken('primary'),
      fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
      // A saved card's only field holds at most four digits.
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

/** The provider's name for each field. */
const PLACES = {
  number: 'encryptedCardNumber',
  expiry: 'encryptedExpiryDate',
  cvv: 'encryptedSecurityCode',
} as const satisfies Record<ProviderField, string>;

/** Resolves once every frame has loaded. */
async function openFields(
  config: AdyenFields,
  element: HTMLElement,
  words: CardWords,
  { brands, isLarge = false }: { brands: string[]; isLarge?: boolean },
): Promise<CustomCard> {
  const checkout = await adyenCheckout(config);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the card fields did not open')), FRAMES_WAIT_MS);
    const card = new CustomCard(checkout, {
      brands,
      styles: styles(isLarge, fieldWidthPx(element)),
      placeholders: PLACEHOLDERS,
      maskSecurityCode: isLarge,
      ...words,
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

/** The provider's names for the encrypted parts of each field. */
const PARTS = {
  number: ['encryptedCardNumber'],
  expiry: ['encryptedExpiryMonth', 'encryptedExpiryYear'],
  cvv: ['encryptedSecurityCode'],
} as const satisfies Record<ProviderField, readonly string[]>;

type EncryptedFields = Readonly<Record<string, unknown>>;

function encryptedIn(card: CustomCard): EncryptedFields {
  return { ...(card.data as { paymentMethod?: EncryptedFields } | undefined)?.paymentMethod };
}

function texts(encrypted: EncryptedFields, names: readonly string[]): string[] | null {
  const found = names.map((name) => encrypted[name]);
  return found.every((text): text is string => typeof text === 'string' && text !== '') ? found : null;
}

/** An empty place for a field. The first frame stays hidden in it, because its content cannot be cleared. */
function freshPlace(element: HTMLElement, field: ProviderField): HTMLElement | null {
  const place = element.querySelector<HTMLElement>(`[data-cse="${PLACES[field]}"]`);
  if (place === null) return null;
  for (const child of place.children) child.toggleAttribute('hidden', true);
  const fresh = document.createElement('span');
  const inner = document.createElement('span');
  inner.dataset['cse'] = PLACES[field];
  inner.className = 'sealed';
  fresh.append(inner);
  place.append(fresh);
  return fresh;
}

/** The card fields. The library cannot empty a field, so emptying one opens it again, alone, in the same place. */
class TypedCard {
  readonly #config: AdyenFields;
  readonly #element: HTMLElement;
  readonly #board: NoticeBoard;
  readonly #anew = new Map<ProviderField, CustomCard | null>();
  #whole: CustomCard | null = null;

  constructor(config: AdyenFields, element: HTMLElement, handlers: FieldsHandlers) {
    this.#config = config;
    this.#element = element;
    this.#board = new NoticeBoard(handlers);
  }

  async open(): Promise<void> {
    const words = this.#board.words((field) => !this.#anew.has(field));
    this.#whole = await openFields(this.#config, this.#element, words, { brands: Object.values(BRANDS) });
  }

  async empty(field: ProviderField): Promise<void> {
    this.#anew.get(field)?.unmount();
    const place = freshPlace(this.#element, field);
    if (place === null) return;
    const { scheme } = this.#board.news;
    this.#anew.set(field, null);
    this.#board.forget(field);
    const brands = scheme === null || field === 'number' ? Object.values(BRANDS) : [BRANDS[scheme]];
    const words = this.#board.words((one) => one === field);
    try {
      this.#anew.set(field, await openFields(this.#config, place, words, { brands }));
    } catch (fault) {
      // If that fails, the old field is shown again with its content.
      place.parentElement?.firstElementChild?.removeAttribute('hidden');
      place.remove();
      this.#anew.delete(field);
      throw fault;
    }
  }

  #holderOf(field: ProviderField): CustomCard | null {
    return this.#anew.has(field) ? (this.#anew.get(field) ?? null) : this.#whole;
  }

  /** Takes each value from the frame that currently holds the field. */
  encrypted(): EncryptedFields {
    const { number, expiry, cvv } = PARTS;
    const take = (field: ProviderField, names: readonly string[]): EncryptedFields => {
      const card = this.#holderOf(field);
      const held = card === null ? {} : encryptedIn(card);
      return Object.fromEntries(names.map((name) => [name, held[name]]));
    };
    return { ...take('number', number), ...take('expiry', expiry), ...take('cvv', cvv) };
  }

  get isValid(): boolean {
    return Object.values(this.#board.news.fields).every(({ isValid }) => isValid);
  }

  get face(): CardFace | null {
    return this.#board.face;
  }

  focus(field: ProviderField): void {
    this.#holderOf(field)?.setFocusOn(PLACES[field]);
  }

  restyle(): void {
    const worn = styles(false, fieldWidthPx(this.#element));
    for (const card of [this.#whole, ...this.#anew.values()]) card?.updateStyles(worn);
  }

  close(): void {
    for (const card of this.#anew.values()) card?.unmount();
    this.#whole?.unmount();
  }
}

/** The element holds one place for each field, marked with the provider's name for it. */
export async function openAdyenCard(
  config: AdyenFields,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  const card = new TypedCard(config, element, handlers);
  await card.open();
  return {
    isValid: () => card.isValid,
    face: () => card.face,
    focus: (field) => card.focus(field),
    empty: (field) => card.empty(field),
    restyle: () => card.restyle(),
    close: () => card.close(),
    tokenise() {
      const found = texts(card.encrypted(), Object.values(PARTS).flat());
      if (!card.isValid || found === null) return Promise.resolve(null);
      const [number = '', expiryMonth = '', expiryYear = '', securityCode = ''] = found;
      const holderName = handlers.holderName();
      return Promise.resolve({
        encryptedCard: { number, expiryMonth, expiryYear, securityCode, holderName },
        keep: 'ask',
      });
    },
  };
}

export async function openAdyenCvv(
  config: AdyenFields,
  { sourceId, scheme }: SavedCardRef,
  element: HTMLElement,
  handlers: FieldsHandlers,
): Promise<CardFields> {
  const words = new NoticeBoard(handlers).words(() => true);
  const card = await openFields(config, element, words, { brands: [BRANDS[scheme]], isLarge: true });
  return {
    isValid: () => card.isValid,
    focus: (field) => void card.setFocusOn(PLACES[field]),
    restyle: () => void card.updateStyles(styles(true, fieldWidthPx(element))),
    close: () => void card.unmount(),
    tokenise() {
      const [cvvToken] = texts(encryptedIn(card), PARTS.cvv) ?? [];
      return Promise.resolve(card.isValid && cvvToken !== undefined ? { sourceId, cvvToken } : null);
    },
  };
}
