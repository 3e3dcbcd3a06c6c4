import { describe, expect, it } from 'vitest';
import { countText, DEFAULT_LOCALE, languagesIn, LOCALES, readLocale } from './locale.ts';

describe('[APP-19] the language of an Accept-Language header', () => {
  it.each([
    ['no value', undefined],
    ['the value null', null],
    ['an empty text', ''],
    ['a supported language', 'ar'],
    ['a country’s variant of Arabic', 'ar-SA'],
    ['an unsupported language', 'tlh'],
    ['an unsupported, then a supported language', 'tlh, ar;q=0.5'],
    ['Arabic as the first of two supported languages', 'ar, en'],
    ['the name of a built-in property', 'constructor'],
    ['a word that only begins like a supported language', 'arabic'],
    ['Arabic in capitals', 'AR-eg'],
  ])('Arabic is chosen for an Accept-Language header with %s', (_what, acceptLanguage) => {
    expect(readLocale(acceptLanguage)).toBe('ar');
  });

  it.each([
    ['the name of English', 'en'],
    ['a country’s variant of English', 'en-GB'],
    ['English in capitals', 'EN-us'],
    ['English as the first of two supported languages', 'tlh, en;q=0.1, ar'],
  ])('English is chosen for an Accept-Language header with %s', (_what, acceptLanguage) => {
    expect(readLocale(acceptLanguage)).toBe('en');
  });

  it.each([
    ['none', undefined, []],
    ['none for the value null', null, []],
    ['none in an empty text', '', []],
    ['the language of a country’s variant', 'en-GB', ['en']],
    ['in their order, whatever their weights', 'en;q=0.1,tlh , ar;q=0.9', ['en', 'tlh', 'ar']],
    ['in lower case', 'EN, Ar-EG', ['en', 'ar']],
    ['none for words that only begin like a language', 'english, e, arabic', []],
    ['none behind another character', '*en, 1 ar', []],
    ['the two languages around a star', 'en, *, ar', ['en', 'ar']],
  ])('languages found in an Accept-Language header: %s', (_what, acceptLanguage, named) => {
    expect(languagesIn(acceptLanguage)).toEqual(named);
  });

  it('only the first twenty languages of an Accept-Language header are read', () => {
    expect(languagesIn('en,'.repeat(19) + 'ar,fr')).toHaveLength(20);
  });

  it('the default language is Arabic, written right to left with the digits 0 to 9', () => {
    expect(DEFAULT_LOCALE).toBe('ar');
    expect(LOCALES[DEFAULT_LOCALE].direction).toBe('rtl');
    expect(new Intl.NumberFormat(LOCALES.ar.format).format(1060)).toBe('1,060');
  });

  it('English is written left to right, with digits 0 to 9 and the day before the month', () => {
    expect(LOCALES.en.direction).toBe('ltr');
    expect(new Intl.NumberFormat(LOCALES.en.format).format(1060)).toBe('1,060');
    const date = new Date(2026, 10, 4);
    expect(new Intl.DateTimeFormat(LOCALES.en.format).format(date)).toBe('04/11/2026');
  });

  it.each(Object.keys(LOCALES) as (keyof typeof LOCALES)[])(
    'plural forms of the language %s match those of the Intl library',
    (locale) => {
      const { format, pluralForm } = LOCALES[locale];
      const [rules, numbers] = [new Intl.PluralRules(format), new Intl.NumberFormat(format)];
      for (const count of [...Array(1_250).keys(), 9_999, 10_000, 12_000, 100_000, 1_000_003, 12_345_678]) {
        expect(pluralForm(count)).toBe(rules.select(count));
        expect(countText(count)).toBe(numbers.format(count));
      }
    },
  );
});
