import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LEGAL_DOCUMENTS, LEGAL_VERSIONS, type LegalDocumentName } from '@jawhara/domain';
import { expect, it } from 'vitest';

const FILES: Record<LegalDocumentName, string> = {
  agreement: 'terms.md',
  privacy: 'privacy.md',
  refunds: 'refunds.md',
};

/**
 * Every version there ever was, by the digest of its words in both languages. Never edited: a changed text is a new row, and the
 * next number in `LEGAL_VERSIONS`. The words of an old row are in the history of the repository.
 */
const DIGESTS: Readonly<Record<string, string>> = {
  'agreement-1': 'd267413064855498d22bf945871e0461170ef828bd60945dc870ecd913b9ed55',
  'privacy-1': 'd79061f8743ce5f273ae661db110831a45f4328eae3acf4a71f45c55c059c032',
  'refunds-1': '2459dfa548e869de749a5e9d2b8b3bc753de20b9a727700e314d71e6d8ca9952',
};

const digestOf = (name: LegalDocumentName): string => {
  const words = ['ar', 'en'].map((language) =>
    readFileSync(`apps/web/src/legal/texts/${language}/${FILES[name]}`, 'utf8'),
  );
  return createHash('sha256').update(words.join('\n')).digest('hex');
};

it.each(LEGAL_DOCUMENTS)('the %s has the words of the version that orders are kept with', (name) => {
  expect(digestOf(name)).toBe(DIGESTS[`${name}-${LEGAL_VERSIONS[name]}`]);
});
