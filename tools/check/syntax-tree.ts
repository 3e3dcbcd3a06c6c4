export interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Visits every node of a tree that swc has parsed, parents first. */
export function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) visit(value);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

/** A string or template written out in the source; inserts of a template are left out. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((part: unknown) => (isNode(part) ? String(part['raw']) : '')).join('…');
}

interface Spanned {
  readonly span: { readonly start: number };
}

/** The number swc gives to the first byte of a file. It counts bytes, and goes on counting from file to file. */
export function firstByteOf(program: Spanned, text: string): number {
  return program.span.start - leadingTrivia(text);
}

/** The line of its file in which a node stands. */
export function lineOf(node: SyntaxNode, program: Spanned, text: string): number {
  const before = Math.max(0, (node.span?.start ?? 0) - firstByteOf(program, text));
  return Buffer.from(text).subarray(0, before).toString().split('\n').length;
}

/** The program's span starts at its first token, not at its first byte. */
function leadingTrivia(text: string): number {
  const trivia = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(text)?.[0] ?? '';
  return Buffer.byteLength(trivia);
}
