import { pageLocale } from '../words/page-locale.ts';
import { word } from '../words/word.ts';
import { classes } from './classes.ts';
import { askForLanguage, LANGUAGE_NAMES, LANGUAGES } from './language.ts';

/** In the menu. The menu is on no page that pays, so nothing holds it. */
export function LanguageControl() {
  return (
    <div className="row apart" role="radiogroup" aria-label={word('lang.title')}>
      <span>{word('lang.title')}</span>
      <span className="row">
        {LANGUAGES.map((locale) => (
          <button
            key={locale}
            type="button"
            role="radio"
            lang={locale}
            aria-checked={locale === pageLocale()}
            className={classes('chip-button', locale === pageLocale() && 'on')}
            onClick={() => {
              if (locale !== pageLocale()) askForLanguage(locale);
            }}
          >
            {LANGUAGE_NAMES[locale]()}
          </button>
        ))}
      </span>
    </div>
  );
}
