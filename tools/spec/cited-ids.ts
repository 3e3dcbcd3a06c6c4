import { parseSync } from '@swc/core';
import { isNode, literalText, walk, type SyntaxNode } from '../check/syntax-tree.ts';

export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  /** Whether the title says `[NAV-05 in part]`: such a test is listed, but does not prove the requirement. */
  readonly isPart: boolean;
  /** All numbers that are written in the test or in its table of cases. */
  readonly numbers: ReadonlySet<number>;
}

/**
 * Forms of `it` that prove nothing: the test does not run (skip, todo), or passes because the requirement does not hold (fails).
 */
const NO_PROOF: ReadonlySet<unknown> = new Set(['fails', 'skip', 'todo']);

/** Ids in the titles of tests: `it('[RCP-01] ...')`. Comments are ignored, because they prove nothing. */
export function citedIds(file: string, text: string): Citation[] {
  const citations: Citation[] = [];
  walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') }), (node) => {
    if (node.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return;
    const first: unknown = node['arguments'][0];
    const title = literalText(isWrapped(first) ? first.expression : first);
    const ids = [...(title?.matchAll(/\[([A-Z]{2,5}-\d{2})( in part)?\]/g) ?? [])];
    if (ids.length === 0 || provesNothing(node['callee'])) return;
    const numbers = numbersIn(node);
    for (const [, id = '', part] of ids)
      citations.push({ id, file, title: title ?? '', isPart: part !== undefined, numbers });
  });
  return citations;
}

/** Whether a test is called by one of these forms, as in `it.fails(...)` or `it.skip.each(...)(...)`. */
function provesNothing(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  const property = callee['property'];
  const isOne = isNode(property) && NO_PROOF.has(property['value']);
  return isOne || provesNothing(callee['object']) || provesNothing(callee['callee']);
}

function numbersIn(test: SyntaxNode): ReadonlySet<number> {
  const numbers = new Set<number>();
  walk(test, (node) => {
    if (node.type === 'NumericLiteral') numbers.add(Number(node['value']));
  });
  return numbers;
}

function isWrapped(argument: unknown): argument is { expression: unknown } {
  return typeof argument === 'object' && argument !== null && 'expression' in argument && !isNode(argument);
}
