import { LOCALES, type Locale } from '@jawhara/domain';
import { word } from '../words/word.ts';
import { showToast } from './toast.ts';

export const LANGUAGES = Object.keys(LOCALES) as Locale[];

/** Each in its own script, whatever the page is in. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, () => string>> = {
  ar: () => word('lang.ar'),
  en: () => word('lang.en'),
};

/** What it takes is fetched by whoever presses. */
export function askForLanguage(locale: Locale): void {
  void import('./switch-language.ts').then(
    ({ switchLanguage }) => switchLanguage(locale),
    () => showToast(word('net.error'), 'info'),
  );
}
