import type { Locale } from '@jawhara/domain';
import { usePageScope, type PageScope } from '../page-scope.ts';
import { leaveGuarded } from './back-guard.ts';
import { pageLocale, word } from '../words/word.ts';
import { Icon } from './icon.tsx';

/** Read and put on the root element before the first paint by public/first-paint.js. */
const LANGUAGE_KEY = 'jawhara.language';

function isStored(locale: Locale): boolean {
  try {
    localStorage.setItem(LANGUAGE_KEY, locale);
    return true;
  } catch {
    return false;
  }
}

/** The same page; where its address names a language, or nothing can be kept, the address names the new one. */
function addressIn(locale: Locale): string {
  const url = new URL(location.href);
  if (!isStored(locale) || /[?&]lan=/.test(url.search + url.hash)) url.searchParams.set('lan', locale);
  return url.href;
}

function openAnew(address: string): void {
  history.replaceState(history.state, '', address);
  location.reload();
}

/**
 * The page starts anew: everything in it, and what others draw in it, is then in one language. What was chosen is kept as for any
 * reload; a payment on its way is not left.
 */
export function switchLanguage(page: PageScope, locale: Locale): void {
  if (document.documentElement.hasAttribute('data-paying')) return undefined;
  const address = addressIn(locale);
  leaveGuarded(page, () => openAnew(address));
}

const NAMES = { ar: 'lang.ar', en: 'lang.en' } as const satisfies Record<Locale, string>;
const OTHERS: Readonly<Record<Locale, Locale>> = { ar: 'en', en: 'ar' };

/** Each in its own script, whatever the page is in. */
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

/** In the PC's navigation: the other language. */
export function LanguageChip() {
  const { name, ...button } = useOtherLanguage();
  return (
    <button className="chip-button language-chip" {...button}>
      <Icon name="languages" size="s" />
      {name}
    </button>
  );
}

/** At the foot of the page: the language it is in, and the way to the other. */
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
