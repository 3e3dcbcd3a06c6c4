import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEGAL_LANGUAGES, OPERATOR_FACTS, type OperatorFact } from '@jawhara/contract';
import { LEGAL_DOCUMENTS, LEGAL_VERSIONS } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import type { Block, LegalText, Piece } from '../src/legal/legal-text.ts';
import { readLegalText } from './legal-text.ts';

const TEXTS = join(import.meta.dirname, '../src/legal/texts');
const DOCUMENTS = LEGAL_DOCUMENTS.map((name) => `${name}-${LEGAL_VERSIONS[name]}`);

const markdownOf = (language: string, document: string): string =>
  readFileSync(join(TEXTS, document, `${language}.md`), 'utf8');

function piecesOf(block: Block): readonly Piece[] {
  if (block.kind === 'paragraph') return block.line;
  return block.kind === 'list' ? block.items.flat() : [...block.head.flat(), ...block.rows.flat(2)];
}

function allPieces({ effective, inShort, sections }: LegalText): readonly Piece[] {
  const blocks = [...inShort.blocks, ...sections.flatMap((section) => section.blocks)];
  return [...effective, ...blocks.flatMap(piecesOf)];
}

const factsIn = (text: LegalText): OperatorFact[] =>
  allPieces(text).flatMap((piece) => (typeof piece === 'object' && 'fact' in piece ? [piece.fact] : []));

const wordsIn = (text: LegalText): string =>
  allPieces(text)
    .map((piece) => (typeof piece === 'string' ? piece : Object.values(piece).join('')))
    .join('');

describe.each(LEGAL_LANGUAGES)('the legal texts in %s', (language) => {
  const texts = DOCUMENTS.map((document) => readLegalText(markdownOf(language, document)));

  it('the folder of legal texts has every version of the three documents up to the present one, and no other file', () => {
    const versions = LEGAL_DOCUMENTS.flatMap((name) =>
      Array.from({ length: LEGAL_VERSIONS[name] }, (_, before) => `${name}-${before + 1}/${language}.md`),
    );
    expect(globSync(`*/${language}.md`, { cwd: TEXTS }).toSorted()).toEqual(versions.toSorted());
  });

  it('every placeholder in a legal text is an operator fact, and every operator fact is in a legal text', () => {
    for (const [index, text] of texts.entries()) {
      const written = markdownOf(language, DOCUMENTS[index] ?? '').match(/\{\w+\}/g) ?? [];
      expect(factsIn(text).map((fact) => `{${fact}}`)).toEqual(written);
    }
    expect([...new Set(texts.flatMap(factsIn))].toSorted()).toEqual(OPERATOR_FACTS.toSorted());
  });

  it('a parsed legal text has no Markdown signs and all letters of its file', () => {
    for (const [index, text] of texts.entries()) {
      expect(wordsIn(text)).not.toMatch(/[{}*`|]/);
      const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
      const titles = text.sections.map((section) => section.title);
      const whole = letters(markdownOf(language, DOCUMENTS[index] ?? '')).length;
      const read = letters([text.title, text.inShort.title, ...titles, wordsIn(text)].join('')).length;
      expect(read).toBe(whole);
    }
  });

  it('the sections of a legal text are numbered from 1 without a gap', () => {
    for (const { sections } of texts)
      expect(sections.map(({ number }) => Number(number))).toEqual(sections.map((_, index) => index + 1));
  });
});

it('the Arabic and the English legal text have the same operator facts in each section', () => {
  for (const document of DOCUMENTS) {
    const [arabic, english] = LEGAL_LANGUAGES.map((language) =>
      readLegalText(markdownOf(language, document)),
    );
    const factsBySection = (text: LegalText | undefined) =>
      text?.sections.map(({ blocks }) =>
        blocks
          .flatMap(piecesOf)
          .flatMap((piece) => (typeof piece === 'object' && 'fact' in piece ? [piece.fact] : []))
          .toSorted(),
      );
    expect(factsBySection(arabic)).toEqual(factsBySection(english));
  }
});

describe('a legal text with unknown or broken markup stops the build', () => {
  const whole = (section: string): string => `# T\n\nE\n\n## S\n\n- a\n\n## 1. One\n\n${section}\n`;

  it.each([
    '{nobody}',
    'an open {brace',
    '[a](b)',
    '### deeper',
    '| a | b |\n|---|---|\n| c |',
    '| a |\n| b |',
  ])('a legal text containing %s stops the build', (section) =>
    expect(() => readLegalText(whole(section))).toThrow(/./),
  );

  it('a legal text with known markup and a known fact is read', () => {
    expect(readLegalText(whole('**a** {whatsapp} `c`')).sections[0]?.blocks).toEqual([
      { kind: 'paragraph', line: [{ strong: 'a' }, ' ', { fact: 'whatsapp' }, ' ', { code: 'c' }] },
    ]);
  });
});
