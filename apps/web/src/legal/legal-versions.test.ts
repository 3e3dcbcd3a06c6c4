import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LEGAL_DOCUMENTS, LEGAL_VERSIONS } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { loadLegalText } from './legal-document.tsx';

/**
 * Every version there ever was, by the digest of its words in both languages. Never edited: a changed text is a new row, and the
 * next number in `LEGAL_VERSIONS`, in files of its own. The words of every row stay readable by its number.
 */
const DIGESTS: Readonly<Record<string, string>> = {
  'agreement-1': 'd267413064855498d22bf945871e0461170ef828bd60945dc870ecd913b9ed55',
  'privacy-1': 'd79061f8743ce5f273ae661db110831a45f4328eae3acf4a71f45c55c059c032',
  'privacy-2': '98f6739432e96dcb9905aa2dd6d1166187a62a9e4621d0f9a25481202cba6a60',
  'privacy-3': '96a8b8d915490bd62136d9e299cc8fe603823371ad6fdb68a3d407a60cbb7858',
  'refunds-1': '2459dfa548e869de749a5e9d2b8b3bc753de20b9a727700e314d71e6d8ca9952',
};

const digestOf = (version: string): string => {
  const words = ['ar', 'en'].map((language) =>
    readFileSync(`apps/web/src/legal/texts/${version}/${language}.md`, 'utf8'),
  );
  return createHash('sha256').update(words.join('\n')).digest('hex');
};

it.each(Object.entries(DIGESTS))(
  '[T 17.1] the text of %s is unchanged since it was published',
  (version, digest) => {
    expect(digestOf(version)).toBe(digest);
  },
);

it.each(LEGAL_DOCUMENTS)(
  '[T 17.1] every version of the %s up to today can be read, in both languages',
  async (name) => {
    expect(await loadLegalText(name, LEGAL_VERSIONS[name] + 1, 'ar')).toBeUndefined();
    for (let version = 1; version <= LEGAL_VERSIONS[name]; version += 1) {
      expect(DIGESTS[`${name}-${version}`]).toBeDefined();
      const [arabic, english] = await Promise.all([
        loadLegalText(name, version, 'ar'),
        loadLegalText(name, version, 'en'),
      ]);
      expect(arabic?.title).toEqual(expect.any(String));
      expect(english?.title).toEqual(expect.any(String));
      expect(arabic?.title).not.toBe(english?.title);
    }
  },
);
