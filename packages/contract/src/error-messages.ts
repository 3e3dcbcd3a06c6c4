import type { Locale } from '@jawhara/domain';
import type { ErrorKind, ErrorMessages } from './refusal-results.ts';
import { AR } from './error-messages.ar.ts';
import { EN } from './error-messages.en.ts';

const MESSAGES: Readonly<Record<Locale, ErrorMessages>> = { ar: AR, en: EN };

export function errorMessage(kind: ErrorKind, locale: Locale): string {
  return MESSAGES[locale][kind];
}
