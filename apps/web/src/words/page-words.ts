import { DEFAULT_LOCALE, LOCALES, type Locale } from '@jawhara/domain';
import { pageLocale } from './page-locale.ts';

/** Arabic comes with each screen, and is in every page already. */
const FETCHED_APART: Readonly<Record<Locale, (() => Promise<unknown>) | null>> = {
  ar: null,
  en: () => import('./english.ts'),
};

/** Null where there is nothing to wait for. Words lost on the way leave the page in Arabic, which is there. */
export function fetchPageWords(): Promise<void> | null {
  const fetched = FETCHED_APART[pageLocale()]?.();
  return fetched === undefined
    ? null
    : fetched.then(
        () => undefined,
        () => putLocale(DEFAULT_LOCALE),
      );
}

function putLocale(locale: Locale): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = LOCALES[locale].direction;
}
