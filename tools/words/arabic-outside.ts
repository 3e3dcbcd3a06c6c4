import type { Finding, SourceFile } from './finding.ts';

/** Folders that may contain Arabic. The sandbox plays foreign banks; tests, seed data and the demo room quote Arabic text. */
const AT_HOME =
  /^apps\/web\/src\/words\/|^packages\/contract\/src\/(error-messages\.ar|card-consent-words|promise-words)\.ts$|^apps\/sandbox\/|^apps\/rooms\/src\/(play|test)\/|^e2e\/|^apps\/api\/src\/program\/seed(-[a-z-]+)?\.ts$|\.test\.tsx?$/;

// Letters only: Arabic digits are allowed in the rules that parse them.
const ARABIC_LETTER = /(?=\p{L})\p{Script=Arabic}/u;

export function arabicOutside(file: SourceFile): Finding[] {
  if (AT_HOME.test(file.path)) return [];
  return file.text
    .split('\n')
    .flatMap((line, index) =>
      ARABIC_LETTER.test(line)
        ? [{ path: file.path, line: index + 1, problem: `Arabic outside apps/web/src/words: ${line.trim()}` }]
        : [],
    );
}
