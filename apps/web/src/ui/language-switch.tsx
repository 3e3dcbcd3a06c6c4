import type { Locale } from '@jawhara/domain';
import { storeSetting } from '../browser/storage/settings.ts';
import { usePageScope, type PageScope } from '../page-scope.ts';
import { leaveGuarded } from './back-guard.ts';
import { pageLocale, word } from '../words/word.ts';
import { Icon } from './icon.tsx';

/** The same page; if its address names a language, or nothing can be stored, the address names the new one. */
function addressIn(locale: Locale): string {
  const url = new URL(location.href);
  if (!storeSetting('language', locale) || /[?&]lan=/.test(url.search + url.hash))
    url.searchParams.set('lan', locale);
  return url.href;
}

function openAnew(address: string): void {
  history.replaceState(history.state, '', address);
  location.reload();
}

/**
 * Reloads the page, so that everything in it, third-party frames too, has one language. Choices survive as in any reload; a
 * payment in progress is not left.
 */
export function switchLanguage(page: PageScope, locale: Locale): void {
  if (document.documentElement.hasAttribute('data-paying')) return undefined;
  const address = addressIn(locale);
  leaveGuarded(page, () => openAnew(address));
}

const NAMES = { ar: 'lang.ar', en: 'lang.en' } as const satisfies Record<Locale, string>;
const OTHERS: Readonly<Record<Locale, Locale>> = { ar: 'en', en: 'ar' };

/** Each name in its own language and script. */
export function languageName(locale: Locale): string {
  return word(NAMES[locale]);
}

function useOtherLanguage() {
  const page = usePageScope();
  const locale = OTHERS[pageLocale()];
  return {
    type: 'button',
    lang: locale,
    'aria-label': word('a11y.langSwitch', { language: languageName(locale) }),
    onClick: () => switchLanguage(page, locale),
    name: languageName(locale),
  } as const;
}

/** The link to the other language, in the PC's navigation. */
export function LanguageChip() {
  const { name, ...button } = useOtherLanguage();
  return (
    <button className="chip-button language-chip" {...button}>
      <Icon name="languages" size="s" />
      {name}
    </button>
  );
}

/** The current language and a link to the other, at the foot of the page. */
export function LanguageLine() {
  const { name, ...button } = useOtherLanguage();
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
