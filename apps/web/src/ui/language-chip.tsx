import { pageLocale } from '../words/page-locale.ts';
import { word } from '../words/word.ts';
import { Icon } from './icon.tsx';
import { useIsLanguageHeld } from './language-hold.ts';
import { askForLanguage, LANGUAGE_NAMES, LANGUAGES } from './language.ts';

/** In the PC's navigation: the other language, under its own name. */
export function LanguageChip() {
  const isHeld = useIsLanguageHeld();
  const others = LANGUAGES.filter((locale) => locale !== pageLocale());
  if (isHeld) return null;
  return others.map((locale) => (
    <button
      key={locale}
      type="button"
      className="chip-button"
      lang={locale}
      aria-label={word('a11y.langSwitch', { language: LANGUAGE_NAMES[locale]() })}
      onClick={() => askForLanguage(locale)}
    >
      <Icon name="languages" size="s" />
      {LANGUAGE_NAMES[locale]()}
    </button>
  ));
}
