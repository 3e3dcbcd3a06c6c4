import { Fragment } from 'react';
import { pageLocale } from '../words/page-locale.ts';
import { word } from '../words/word.ts';
import { Icon } from './icon.tsx';
import { useIsLanguageHeld } from './language-hold.ts';
import { askForLanguage, LANGUAGE_NAMES, LANGUAGES } from './language.ts';

/** At the foot of the page: the language it is in, and the way to the other. */
export function LanguageLine() {
  const isHeld = useIsLanguageHeld();
  if (isHeld) return null;
  return (
    <p className="language-line">
      <Icon name="languages" size="s" />
      {LANGUAGES.map((locale, index) => (
        <Fragment key={locale}>
          {index > 0 && <span aria-hidden="true">·</span>}
          {locale === pageLocale() ? (
            <b lang={locale}>{LANGUAGE_NAMES[locale]()}</b>
          ) : (
            <button
              type="button"
              className="text-link"
              lang={locale}
              aria-label={word('a11y.langSwitch', { language: LANGUAGE_NAMES[locale]() })}
              onClick={() => askForLanguage(locale)}
            >
              {LANGUAGE_NAMES[locale]()}
            </button>
          )}
        </Fragment>
      ))}
    </p>
  );
}
