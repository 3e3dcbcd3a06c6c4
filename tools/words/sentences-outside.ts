import { parseSync } from '@swc/core';
import { isNode, lineOf, literalText, type SyntaxNode, walk } from '../check/syntax-tree.ts';
import type { Finding, SourceFile } from './finding.ts';

/** Folders that may contain Arabic. The sandbox plays foreign banks; tests, seed data and the demo room quote Arabic text. */
const AT_HOME =
  /^apps\/web\/src\/words\/|^apps\/web\/build\/flavor-name\.ts$|^packages\/contract\/src\/(error-messages\.ar|card-consent-words|mail-consent-words|promise-words)\.ts$|^apps\/web\/public\/mail-stop\.(html|js)$|^apps\/api\/src\/mails\/mail-words\.ts$|^apps\/sandbox\/|^apps\/rooms\/src\/(play|test)\/|^e2e\/|^apps\/api\/src\/program\/seed(-[a-z-]+)?\.ts$|\.test\.tsx?$/;

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

const SPOKEN_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const HAS_LETTER = /\p{L}/u;

/** Text in JSX that a visitor would see or hear, and that comes from no catalogue. */
export function bareSentences(file: SourceFile): Finding[] {
  if (!file.path.startsWith('apps/web/') || !file.path.endsWith('.tsx') || file.path.endsWith('.test.tsx'))
    return [];
  const program = parseSync(file.text, { syntax: 'typescript', tsx: true });
  const findings: Finding[] = [];
  walk(program, (node) => {
    const text = spokenText(node);
    if (text === undefined || !HAS_LETTER.test(text)) return;
    const line = lineOf(node, program, file.text);
    findings.push({ path: file.path, line, problem: `bare sentence, use word(): ${text.trim()}` });
  });
  return findings;
}

function spokenText(node: SyntaxNode): string | undefined {
  if (node.type === 'JSXText') return String(node['value']);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return literalChildren(node['children']);
  if (node.type !== 'JSXAttribute') return undefined;
  const name = node['name'];
  if (!isNode(name) || !SPOKEN_ATTRIBUTES.has(String(name['value']))) return undefined;
  return bracedText(node['value']);
}

/** `<p>{'text'}</p>`: a sentence inside braces. */
function literalChildren(children: unknown): string | undefined {
  if (!Array.isArray(children)) return undefined;
  const hidden = children
    .filter((child) => isNode(child) && child.type === 'JSXExpressionContainer')
    .map(bracedText);
  return hidden.find((text) => text !== undefined && HAS_LETTER.test(text));
}

function bracedText(node: unknown): string | undefined {
  return isNode(node) && node.type === 'JSXExpressionContainer'
    ? literalText(node['expression'])
    : literalText(node);
}
