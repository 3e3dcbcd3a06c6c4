import { parseSync } from '@swc/core';
import { isNode, lineOf, literalText, type SyntaxNode, walk } from '../check/syntax-tree.ts';
import type { Finding, SourceFile } from './finding.ts';

const SPOKEN_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const HAS_LETTER = /\p{L}/u;

/** Text that a visitor would see or hear and that is not in a catalogue. */
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
