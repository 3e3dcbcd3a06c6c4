import { parseSync } from '@swc/core';
import { isNode, literalText, walk } from '../check/syntax-tree.ts';

export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  /** `[NAV-05 in part]`: the test covers a part of the statement. It is listed and proves nothing. */
  readonly isPart: boolean;
}

/** Ids in the titles of tests: `it('[RCP-01] ...')`. Comments are ignored, because they prove nothing. */
export function citedIds(file: string, text: string): Citation[] {
  const citations: Citation[] = [];
  walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') }), (node) => {
    if (node.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return;
    const first: unknown = node['arguments'][0];
    const title = literalText(isWrapped(first) ? first.expression : first);
    for (const [, id = '', part] of title?.matchAll(/\[([A-Z]{2,5}-\d{2})( in part)?\]/g) ?? []) {
      citations.push({ id, file, title: title ?? '', isPart: part !== undefined });
    }
  });
  return citations;
}

function isWrapped(argument: unknown): argument is { expression: unknown } {
  return typeof argument === 'object' && argument !== null && 'expression' in argument && !isNode(argument);
}
