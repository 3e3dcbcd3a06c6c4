import type { LegalDocumentName, Locale } from '@jawhara/domain';
import type { CallAnswer } from '../api/call-answer.ts';
import { useQuery, type QueryResult } from '../api/use-query.ts';
import { pageLocale } from '../words/page-locale.ts';
import type { LegalText } from './legal-text.ts';

type LoadText = () => Promise<{ readonly text: LegalText }>;

/** Every version that orders are kept with, the first one first, each a lazy chunk: what was agreed to stays readable. */
export const LEGAL_TEXTS: Record<LegalDocumentName, readonly Record<Locale, LoadText>[]> = {
  agreement: [
    { ar: () => import('./texts/agreement-1/ar.md'), en: () => import('./texts/agreement-1/en.md') },
  ],
  privacy: [
    { ar: () => import('./texts/privacy-1/ar.md'), en: () => import('./texts/privacy-1/en.md') },
    { ar: () => import('./texts/privacy-2/ar.md'), en: () => import('./texts/privacy-2/en.md') },
  ],
  refunds: [{ ar: () => import('./texts/refunds-1/ar.md'), en: () => import('./texts/refunds-1/en.md') }],
};

async function load(name: LegalDocumentName, version: number): Promise<CallAnswer<LegalText>> {
  try {
    const text = await LEGAL_TEXTS[name][version - 1]?.[pageLocale()]();
    return text === undefined ? { kind: 'failed', failure: 'no-response' } : { kind: 'ok', value: text.text };
  } catch {
    return { kind: 'failed', failure: 'no-response' };
  }
}

/** Asked for like an answer of the server: a text lost on the way is asked for again, and a visitor can ask too. */
export function useLegalText(name: LegalDocumentName, version: number): QueryResult<LegalText> {
  return useQuery(`legal-text:${name}-${version}`, () => load(name, version), Number.POSITIVE_INFINITY);
}
