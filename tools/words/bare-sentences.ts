import { parseSync } from '@swc/core';
import type { Finding, SourceFile } from './finding.ts';

const SPOKEN_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']);
const HAS_LETTER = /\p{L}/u;

interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number };
  readonly [key: string]: unknown;
}

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
  return literalText(node['value']);
}

/** `<p>{'text'}</p>` hides a sentence in braces. */
function literalChildren(children: unknown): string | undefined {
  if (!Array.isArray(children)) return undefined;
  const hidden = children
    .filter((child) => isNode(child) && child.type === 'JSXExpressionContainer')
    .map(literalText);
  return hidden.find((text) => text !== undefined && HAS_LETTER.test(text));
}

function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type === 'JSXExpressionContainer') return literalText(node['expression']);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((part: unknown) => (isNode(part) ? String(part['raw']) : '')).join('');
}

function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) visit(value);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
