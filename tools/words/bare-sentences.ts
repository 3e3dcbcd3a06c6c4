import { parseSync } from '@swc/core';
import { isNode, literalText, type SyntaxNode, walk } from '../check/syntax-tree.ts';
import type { Finding, SourceFile } from './finding.ts';

const SPOKEN_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const HAS_LETTER = /\p{L}/u;

/** Text a visitor would see or hear that no catalogue knows of. */
export function bareSentences(file: SourceFile): Finding[] {
  if (!file.path.startsWith('apps/web/') || !file.path.endsWith('.tsx') || file.path.endsWith('.test.tsx'))
    return [];
  const program = parseSync(file.text, { syntax: 'typescript', tsx: true });
  // swc counts bytes, and goes on counting from file to file.
  const bytes = Buffer.from(file.text);
  const firstNode = program.span.start - leadingTrivia(file.text);
  const findings: Finding[] = [];
  walk(program, (node) => {
    const text = spokenText(node);
    if (text === undefined || !HAS_LETTER.test(text)) return;
    const line = bytes
      .subarray(0, Math.max(0, (node.span?.start ?? 0) - firstNode))
      .toString()
      .split('\n').length;
    findings.push({ path: file.path, line, problem: `bare sentence, use word(): ${text.trim()}` });
  });
  return findings;
}

/** The program's span starts at its first token, not at its first byte. */
function leadingTrivia(text: string): number {
  const trivia = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(text)?.[0] ?? '';
  return Buffer.byteLength(trivia);
}

function spokenText(node: SyntaxNode): string | undefined {
  if (node.type === 'JSXText') return String(node['value']);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return literalChildren(node['children']);
  if (node.type !== 'JSXAttribute') return undefined;
  const name = node['name'];
  if (!isNode(name) || !SPOKEN_ATTRIBUTES.has(String(name['value']))) return undefined;
  return bracedText(node['value']);
}

/** `<p>{'text'}</p>` hides a sentence in braces. */
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
