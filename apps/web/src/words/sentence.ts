import { countText, LOCALES, type Locale } from '@jawhara/domain';

/**
 * A sentence as Lingui compiles it from ICU: texts, inserts, and choices by number or by name.
 * Lingui's own runtime also formats dates and compiles in the browser; a catalogue of ours needs neither.
 */
type Token = string | readonly [insert: string] | readonly [insert: string, by: string, forms: Forms];
type Forms = { readonly [form: string]: Sentence };
export type Sentence = string | readonly Token[];
export type Catalogue = Readonly<Record<string, Sentence>>;
export type WordValues = Readonly<Record<string, string | number>>;

function choose(
  by: string,
  forms: Forms,
  value: string | number,
  values: WordValues,
  locale: Locale,
): string {
  // Own forms only: a value like "toString" is an ordinary other.
  if (by === 'select')
    return speak(
      (Object.keys(forms).includes(String(value)) ? forms[value] : forms['other']) ?? '',
      values,
      locale,
    );
  if (by !== 'plural') throw new Error(`a sentence chooses by "${by}"`);
  const number = Number(value);
  const form = forms[number] ?? forms[LOCALES[locale].pluralForm(number)] ?? forms['other'] ?? '';
  return speak(form, values, locale, countText(number));
}

/** `counted` is what # stands for. */
export function speak(sentence: Sentence, values: WordValues, locale: Locale, counted?: string): string {
  if (typeof sentence === 'string') return sentence;
  let text = '';
  for (const token of sentence) {
    if (typeof token === 'string') text += token === '#' && counted !== undefined ? counted : token;
    else {
      const [insert, by, forms] = token;
      const value = values[insert] ?? '';
      text += by === undefined || forms === undefined ? value : choose(by, forms, value, values, locale);
    }
  }
  return text;
}
