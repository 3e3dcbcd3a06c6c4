import { describe, expect, it } from 'vitest';
import { countText, DEFAULT_LOCALE, languagesIn, LOCALES, readLocale } from './locale.ts';

describe('[APP-19] the language somebody asks for', () => {
  it.each([
    ['nothing', undefined],
    ['nobody', null],
    ['an empty text', ''],
    ['one we have', 'ar'],
    ['a country’s', 'ar-SA'],
    ['one we have not', 'tlh'],
    ['one we have behind one we have not', 'tlh, ar;q=0.5'],
    ['the first of two we have', 'ar, en'],
    ['a name of every object', 'constructor'],
    ['what only begins alike', 'arabic'],
    ['in capitals', 'AR-eg'],
  ])('%s is Arabic', (_what, acceptLanguage) => {
    expect(readLocale(acceptLanguage)).toBe('ar');
  });

  it.each([
    ['its name', 'en'],
    ['a country’s', 'en-GB'],
    ['in capitals', 'EN-us'],
    ['the first of two we have', 'tlh, en;q=0.1, ar'],
  ])('%s is English', (_what, acceptLanguage) => {
    expect(readLocale(acceptLanguage)).toBe('en');
  });

  it.each([
    ['none', undefined, []],
    ['none for nobody', null, []],
    ['none in an empty text', '', []],
    ['a country’s is its language', 'en-GB', ['en']],
    ['in their order, whatever their weights', 'en;q=0.1,tlh , ar;q=0.9', ['en', 'tlh', 'ar']],
    ['in small letters', 'EN, Ar-EG', ['en', 'ar']],
    ['nothing that only begins alike', 'english, e, arabic', []],
    ['nothing that stands behind something else', '*en, 1 ar', []],
    ['of a star between two, the two', 'en, *, ar', ['en', 'ar']],
  ])('languages named: %s', (_what, acceptLanguage, named) => {
    expect(languagesIn(acceptLanguage)).toEqual(named);
  });

  it('looks at twenty of a list and no further', () => {
    expect(languagesIn('en,'.repeat(19) + 'ar,fr')).toHaveLength(20);
  });

  it('is Arabic by default, from right to left and with the digits 0 to 9', () => {
    expect(DEFAULT_LOCALE).toBe('ar');
    expect(LOCALES[DEFAULT_LOCALE].direction).toBe('rtl');
    expect(new Intl.NumberFormat(LOCALES.ar.format).format(1060)).toBe('1,060');
  });

  it('in English goes from left to right, with the same digits and the day before the month', () => {
    expect(LOCALES.en.direction).toBe('ltr');
    expect(new Intl.NumberFormat(LOCALES.en.format).format(1060)).toBe('1,060');
    const date = new Date(2026, 10, 4);
    expect(new Intl.DateTimeFormat(LOCALES.en.format).format(date)).toBe('04/11/2026');
  });

  it.each(Object.keys(LOCALES) as (keyof typeof LOCALES)[])(
    '%s counts as Intl does, without waking it',
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
