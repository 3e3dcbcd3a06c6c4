type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

interface LocaleFacts {
  readonly direction: 'rtl' | 'ltr';
  /** The locale for Intl. Several Arabic locales would change the digits. */
  readonly format: string;
  /** The plural form for a whole number. Not from Intl, which takes longer on a slow phone than drawing the packs. */
  readonly pluralForm: (count: number) => PluralForm;
}

const FIRST_ARABIC_FORMS: readonly PluralForm[] = ['zero', 'one', 'two'];

function arabicForm(count: number): PluralForm {
  const lastTwo = count % 100;
  const small = lastTwo >= 3 && lastTwo <= 10 ? 'few' : lastTwo >= 11 ? 'many' : 'other';
  return FIRST_ARABIC_FORMS[count] ?? small;
}

/** Our numbers are whole, so only the number 1 is singular. */
function englishForm(count: number): PluralForm {
  return count === 1 ? 'one' : 'other';
}

/** The shop's languages, the default first. A new one is a line here and its catalogues, without which it does not compile. */
export const LOCALES = {
  ar: { direction: 'rtl', format: 'ar-u-nu-latn', pluralForm: arabicForm },
  en: { direction: 'ltr', format: 'en-GB', pluralForm: englishForm },
} as const satisfies Record<string, LocaleFacts>;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE: Locale = 'ar';

/** The Accept-Language header is untrusted, so only this many entries are read. */
const LANGUAGES_MAX = 20;

function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

/**
 * Languages of an `Accept-Language` header or a `lang` attribute, in order. Weights are ignored: browsers list languages by
 * preference, and our page names one.
 */
export function languagesIn(acceptLanguage: string | null | undefined): string[] {
  if (acceptLanguage === null || acceptLanguage === undefined) return [];
  return acceptLanguage.split(',', LANGUAGES_MAX).flatMap((part) => {
    const name = /^\s*([a-z]{2,3})(?![a-z])/i.exec(part)?.[1];
    return name === undefined ? [] : [name.toLowerCase()];
  });
}

/** The first requested language that we have. */
export function readLocale(acceptLanguage: string | null | undefined): Locale {
  return languagesIn(acceptLanguage).find(isLocale) ?? DEFAULT_LOCALE;
}

/** "1,060": grouped by three, with the digits 0 to 9 in every language. */
export function countText(count: number): string {
  const digits = String(count);
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(',');
}
