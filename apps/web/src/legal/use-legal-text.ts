import type { LegalDocumentName, Locale } from '@jawhara/domain';
import type { CallAnswer } from '../api/call-answer.ts';
import { useAnswer, type UsedAnswer } from '../api/use-answer.ts';
import { pageLocale } from '../words/page-locale.ts';
import type { LegalText } from './legal-text.ts';

type LoadText = () => Promise<{ readonly text: LegalText }>;

/** One lazy chunk per text. */
const TEXTS: Record<Locale, Record<LegalDocumentName, LoadText>> = {
  ar: {
    agreement: () => import('./texts/ar/terms.md'),
    privacy: () => import('./texts/ar/privacy.md'),
    refunds: () => import('./texts/ar/refunds.md'),
  },
  en: {
    agreement: () => import('./texts/en/terms.md'),
    privacy: () => import('./texts/en/privacy.md'),
    refunds: () => import('./texts/en/refunds.md'),
  },
};

async function load(name: LegalDocumentName): Promise<CallAnswer<LegalText>> {
  try {
    return { kind: 'ok', value: (await TEXTS[pageLocale()][name]()).text };
  } catch {
    return { kind: 'failed', failure: 'no-response' };
  }
}

/** Asked for like an answer of the server: a text lost on the way is asked for again, and a visitor can ask too. */
export function useLegalText(name: LegalDocumentName): UsedAnswer<LegalText> {
  return useAnswer(`legal-text:${name}`, () => load(name), Number.POSITIVE_INFINITY);
}
