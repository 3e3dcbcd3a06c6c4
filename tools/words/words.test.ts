import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkWords } from './words.ts';

describe('the words check', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-words-'));
    plant(
      'apps/web/src/words/ar/pay.po',
      '# head\nmsgid ""\nmsgstr ""\n\nmsgid "pay.title"\nmsgstr "ادفع"\n',
    );
    plant('apps/web/src/words/en/pay.po', 'msgid "pay.title"\nmsgstr "Pay"\n');
    plant(
      'apps/web/src/screens/pay.tsx',
      `import { messages as pay } from '../words/ar/pay.po';\nexport const Pay = () => <h1 title={word('pay.title')}>{word('pay.title')} 1 / 2</h1>;\n`,
    );
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function plant(path: string, text: string): void {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const problems = () =>
    checkWords(directory).findings.map(({ path, line, problem }) => `${path}:${line} ${problem}`);

  it('the words check finds nothing when every sentence comes from the catalogue', () => {
    expect(checkWords(directory)).toEqual({ files: 1, findings: [] });
  });

  it.each([
    ['text', '<p>Pay now</p>'],
    ['text in braces', `<p>{'Pay now'}</p>`],
    ['a template in braces', '<p>{`Pay now`}</p>'],
    ['a label', `<button aria-label="Pay now" />`],
    ['a placeholder in braces', `<input placeholder={'Pay now'} />`],
  ])('the words check finds a sentence in JSX that comes from no catalogue: %s', (_, jsx) => {
    plant('apps/web/src/ui/bare.tsx', `// why\nimport x from 'y';\n\nexport const Bare = () => ${jsx};\n`);
    expect(problems()).toEqual(['apps/web/src/ui/bare.tsx:4 bare sentence, use word(): Pay now']);
  });

  it('the words check finds Arabic letters outside the catalogue, and accepts digits of any script', () => {
    plant('apps/api/src/orders/pay.ts', `export const digits = '٠١٢';\nexport const sentence = 'ادفع';\n`);
    plant('apps/sandbox/src/bank.ts', `export const sentence = 'ادفع';\n`);
    expect(problems()).toEqual([
      `apps/api/src/orders/pay.ts:2 Arabic outside apps/web/src/words: export const sentence = 'ادفع';`,
    ]);
  });

  it('the words check finds an id that no catalogue has', () => {
    plant('apps/web/src/ui/ask.ts', `export const ask = () => word('pay.titel');\n`);
    expect(problems()).toEqual([`apps/web/src/ui/ask.ts:1 no catalogue has the word 'pay.titel'`]);
  });

  it('the words check finds an unused id', () => {
    plant('apps/web/src/words/ar/card.po', 'msgid "card.title"\nmsgstr "بطاقة"\n');
    plant('apps/web/src/words/en/card.po', 'msgid "card.title"\nmsgstr "Card"\n');
    expect(problems()).toEqual([`apps/web/src/words/en/card.po:1 nobody uses the word 'card.title'`]);
  });

  it('the words check counts an id as used when its beginning is a literal and its end is computed', () => {
    plant('apps/web/src/words/ar/card.po', 'msgid "card.title"\nmsgstr "بطاقة"\n');
    plant('apps/web/src/words/en/card.po', 'msgid "card.title"\nmsgstr "Card"\n');
    plant(
      'apps/web/src/ui/ask.ts',
      `import '../words/ar/card.po';\nexport const ask = (end: "title") => word(\`card.\${end}\`);\n`,
    );
    expect(problems()).toEqual([]);
  });

  describe('catalogues of chunks', () => {
    const say = (id: string): string => `export const say = () => word('${id}');\n`;
    beforeEach(() => {
      plant('apps/web/src/words/ar/card.po', 'msgid "card.title"\nmsgstr "بطاقة"\n');
      plant('apps/web/src/words/en/card.po', 'msgid "card.title"\nmsgstr "Card"\n');
      plant(
        'apps/web/src/app/main.ts',
        `import '../words/ar/pay.po';\nexport const fetchCard = () => import('../ui/card.ts');\n`,
      );
      plant('apps/web/src/ui/card.ts', `import './card-parts.ts';\n`);
    });

    it('the words check finds a sentence whose catalogue neither its chunk nor an earlier chunk has loaded', () => {
      plant('apps/web/src/ui/card-parts.ts', say('card.title'));
      expect(problems()).toEqual([
        `apps/web/src/ui/card-parts.ts:1 the chunk of apps/web/src/ui/card.ts says 'card.title' and has not loaded card.po`,
      ]);
    });

    it('the words check finds a sentence without its catalogue even if an unrelated chunk has loaded the catalogue', () => {
      plant('apps/web/src/ui/card-parts.ts', say('card.title'));
      plant('apps/web/src/app/other.ts', `import '../words/ar/card.po';\nvoid import('../ui/card.ts');\n`);
      expect(problems()).toHaveLength(1);
    });

    it('the words check accepts a catalogue loaded by the chunk itself, or by every chunk before it', () => {
      plant('apps/web/src/ui/card-parts.ts', `import '../words/ar/card.po';\n${say('card.title')}`);
      expect(problems()).toEqual([]);
      plant('apps/web/src/ui/card-parts.ts', say('pay.title') + say('card.title'));
      plant('apps/web/src/ui/card.ts', `import '../words/ar/card.po';\nimport './card-parts.ts';\n`);
      expect(problems()).toEqual([]);
    });
  });

  it.each([
    ['ar', 'en'],
    ['en', 'ar'],
  ])('[APP-19 in part] the words check finds a word that %s has and %s lacks', (language, other) => {
    plant(`apps/web/src/words/${language}/card.po`, 'msgid "pay.more"\nmsgstr "…"\n');
    plant(
      'apps/web/src/ui/ask.ts',
      `import '../words/ar/card.po';\nexport const ask = () => word('pay.more');\n`,
    );
    expect(problems()).toEqual([
      `apps/web/src/words/${language}/card.po:1 ${other}/card.po lacks the word 'pay.more'`,
    ]);
  });

  it('[APP-19 in part] the words check finds a sentence whose inserted values differ between the languages', () => {
    const inTwo = (ar: string, en: string): void => {
      plant('apps/web/src/words/ar/pay.po', `msgid "pay.title"\nmsgstr "${ar}"\n`);
      plant('apps/web/src/words/en/pay.po', `msgid "pay.title"\nmsgstr "${en}"\n`);
    };
    inTwo('{n, plural, one {واحدة} few {# إلى {name}} other {#}}', 'to {name}: {n, plural, other {# gems}}');
    expect(problems()).toEqual([]);
    inTwo('إلى {name}', 'to {nmae}');
    expect(problems()).toEqual([
      `apps/web/src/words/ar/pay.po:1 'pay.title' takes {name} here and {nmae} in en`,
    ]);
  });
});
