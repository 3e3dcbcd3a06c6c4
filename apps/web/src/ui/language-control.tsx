import { LOCALES, type Locale } from '@jawhara/domain';
import { pageLocale } from '../words/page-locale.ts';
import { word } from '../words/word.ts';
import { classes } from './classes.ts';
import { languageName } from './language-switch.tsx';
import { switchLanguage } from './switch-language.ts';

/** In the menu, which no page that pays has. */
export function LanguageControl() {
  return (
    <div className="row apart wraps" role="radiogroup" aria-label={word('lang.title')}>
      <span>{word('lang.title')}</span>
      <span className="row wraps">
        {(Object.keys(LOCALES) as Locale[]).map((locale) => (
          <button
            key={locale}
            type="button"
            role="radio"
            lang={locale}
            aria-checked={locale === pageLocale()}
            className={classes('chip-button', locale === pageLocale() && 'on')}
            onClick={() => {
              if (locale !== pageLocale()) switchLanguage(locale);
            }}
          >
            {languageName(locale)}
          </button>
        ))}
      </span>
    </div>
  );
}
