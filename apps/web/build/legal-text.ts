import { OPERATOR_FACTS, type OperatorFact } from '@jawhara/contract';
import type { Plugin } from 'vite';
import type { Block, LegalText, Line, Piece, Section } from '../src/legal/legal-text.ts';

/** The subset of Markdown that legal texts may use: anything else stops the build, so that no payer sees its markup. */

const PIECES = /(\{[^}]*\}|\*\*[^*]+\*\*|`[^`]+`)/;
const STRAY_SIGN = /[{}*`[\]|]|^[#>]/;

function factOf(name: string): OperatorFact {
  const fact = OPERATOR_FACTS.find((known) => known === name);
  if (fact === undefined) throw new Error(`no fact of the operator is called {${name}}`);
  return fact;
}

function pieceOf(part: string): Piece {
  if (part.startsWith('{')) return { fact: factOf(part.slice(1, -1)) };
  if (part.startsWith('**')) return { strong: plain(part.slice(2, -2)) };
  if (part.startsWith('`')) return { code: plain(part.slice(1, -1)) };
  return plain(part);
}

function plain(text: string): string {
  if (STRAY_SIGN.test(text)) throw new Error(`a sign that legal texts do not use: ${text}`);
  return text;
}

function lineOf(text: string): Line {
  return text
    .trim()
    .split(PIECES)
    .filter((part) => part !== '')
    .map(pieceOf);
}

function cellsOf(row: string): Line[] {
  return row
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map(lineOf);
}

function tableOf([head = '', ruler = '', ...rows]: readonly string[]): Block {
  const columns = cellsOf(head).length;
  if (!/^[|\s:-]+$/.test(ruler)) throw new Error(`a table without its ruler: ${head}`);
  const cells = rows.map(cellsOf);
  const odd = rows.find((_, index) => cells[index]?.length !== columns);
  if (odd !== undefined) throw new Error(`a row with another number of cells: ${odd}`);
  return { kind: 'table', head: cellsOf(head), rows: cells };
}

function blockOf(text: string): Block {
  const lines = text.split('\n');
  if (lines.every((line) => line.startsWith('- ')))
    return { kind: 'list', items: lines.map((line) => lineOf(line.slice(2))) };
  if (text.startsWith('|')) return tableOf(lines);
  return { kind: 'paragraph', line: lineOf(lines.join(' ')) };
}

function blocksOf(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(blockOf);
}

function sectionOf(text: string): Section {
  const [, number = '', title = '', body = ''] = /^(\d+)\. (.+)\n([^]*)$/.exec(text) ?? [];
  if (number === '') throw new Error(`a section without a number: ${text.slice(0, 60)}`);
  return { number, title: plain(title), blocks: blocksOf(body) };
}

export function readLegalText(markdown: string): LegalText {
  const [opening = '', inShort = '', ...sections] = markdown.replaceAll('\r', '').split(/^## /m);
  const [, title = '', effective = ''] = /^# (.+)\n([^]*)$/.exec(opening) ?? [];
  const [, shortTitle = '', short = ''] = /^(.+)\n([^]*)$/.exec(inShort) ?? [];
  if (title === '' || shortTitle === '' || sections.length === 0)
    throw new Error('a legal text has a title, its summary and sections');
  return {
    title: plain(title),
    effective: lineOf(effective),
    inShort: { title: plain(shortTitle), blocks: blocksOf(short) },
    sections: sections.map(sectionOf),
  };
}

/** Parses `import { text } from './texts/agreement-1/ar.md'` during the build, so that browsers parse no Markdown. */
export function legalTexts(): Plugin {
  return {
    name: 'legal-texts',
    transform: {
      filter: { id: /\/legal\/texts\/.+\.md$/ },
      handler: (markdown) => ({
        code: `export const text = ${JSON.stringify(readLegalText(markdown))};`,
        map: null,
      }),
    },
  };
}
