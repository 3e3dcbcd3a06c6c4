import { readLocale, type Locale } from '@jawhara/domain';

/** The language of this page, as its document says; the server that writes pages ahead of time has no document. */
export function pageLocale(): Locale {
  return readLocale(globalThis.document?.documentElement.lang);
}
