import '../words/load-language.ts';
import type { Locale } from '@jawhara/domain';
import { pageLocale } from '../words/page-locale.ts';
import { word } from '../words/word.ts';
import { Icon } from './icon.tsx';
import { switchLanguage } from './switch-language.ts';

const NAMES = { ar: 'lang.ar', en: 'lang.en' } as const satisfies Record<Locale, string>;
const OTHERS: Readonly<Record<Locale, Locale>> = { ar: 'en', en: 'ar' };

/** Each in its own script, whatever the page is in. */
export function languageName(locale: Locale): string {
  return word(NAMES[locale]);
}

function otherLanguage() {
  const locale = OTHERS[pageLocale()];
  return {
    type: 'button',
    lang: locale,
    'aria-label': word('a11y.langSwitch', { language: languageName(locale) }),
    onClick: () => switchLanguage(locale),
    name: languageName(locale),
  } as const;
}

/** In the PC's navigation: the other language. */
export function LanguageChip() {
  const { name, ...button } = otherLanguage();
  return (
    <button className="chip-button language-chip" {...button}>
      <Icon name="languages" size="s" />
      {name}
    </button>
  );
}

/** At the foot of the page: the language it is in, and the way to the other. */
export function LanguageLine() {
  const { name, ...button } = otherLanguage();
  return (
    <>
      <Icon name="languages" size="s" />
      <b>{languageName(pageLocale())}</b>
      <span aria-hidden="true">·</span>
      <button className="text-link" {...button}>
        {name}
      </button>
    </>
  );
}
