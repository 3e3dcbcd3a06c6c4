type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

interface LocaleFacts {
  readonly direction: 'rtl' | 'ltr';
  /** The locale for Intl. Several Arabic locales would switch digits by themselves. */
  readonly format: string;
  /** Which form of a noun follows a whole number. Intl knows too, but takes a slow phone longer than the packs do. */
  readonly pluralForm: (count: number) => PluralForm;
}

const FIRST_ARABIC_FORMS: readonly PluralForm[] = ['zero', 'one', 'two'];

function arabicForm(count: number): PluralForm {
  const lastTwo = count % 100;
  const small = lastTwo >= 3 && lastTwo <= 10 ? 'few' : lastTwo >= 11 ? 'many' : 'other';
  return FIRST_ARABIC_FORMS[count] ?? small;
}

/** No number of ours is a fraction, so one is the only one. */
function englishForm(count: number): PluralForm {
  return count === 1 ? 'one' : 'other';
}

/** The languages of the shop, the default first. Another one is a line here, and the catalogues that then do not compile without it. */
export const LOCALES = {
  ar: { direction: 'rtl', format: 'ar-u-nu-latn', pluralForm: arabicForm },
  en: { direction: 'ltr', format: 'en-GB', pluralForm: englishForm },
} as const satisfies Record<string, LocaleFacts>;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE: Locale = 'ar';

/** Of a list that anybody may write, the rest is not looked at. */
const LANGUAGES_MAX = 20;

function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

/**
 * Languages that "en-GB, ar;q=0.8" or an element's `lang` names, in its order. Weights are not compared: browsers name
 * languages in the order of their wish, and our own page names one.
 */
export function languagesIn(acceptLanguage: string | null | undefined): string[] {
  if (acceptLanguage === null || acceptLanguage === undefined) return [];
  return acceptLanguage.split(',', LANGUAGES_MAX).flatMap((part) => {
    const name = /^\s*([a-z]{2,3})(?![a-z])/i.exec(part)?.[1];
    return name === undefined ? [] : [name.toLowerCase()];
  });
}

/** The first language that somebody asks for and we have. */
export function readLocale(acceptLanguage: string | null | undefined): Locale {
  return languagesIn(acceptLanguage).find(isLocale) ?? DEFAULT_LOCALE;
}

/** "1,060": in threes, with the digits 0 to 9 in every language of ours. */
export function countText(count: number): string {
  const digits = String(count);
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(',');
}
