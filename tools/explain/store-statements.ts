import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { isNode, walk, type SyntaxNode } from '../check/syntax-tree.ts';
import { REPOSITORY } from '../stack/repository.ts';

const API = join(REPOSITORY, 'apps/api/src');

/** A statement as it stands in the source of a store. */
export interface StoreStatement {
  /** Its path under apps/api/src. */
  readonly store: string;
  readonly function: string;
  /** Matches the text that is sent; each insert of the template may be anything. */
  readonly pattern: RegExp;
}

const STATEMENT = /^(select|insert|update|delete|with)\b/i;

export const normalised = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The written parts of a template, between its inserts. */
function partsOf({ quasis }: SyntaxNode): string[] {
  const parts = Array.isArray(quasis) ? quasis.filter(isNode) : [];
  return parts.map(({ cooked }) => (typeof cooked === 'string' ? normalised(cooked) : ''));
}

function patternOf(template: SyntaxNode): RegExp {
  const parts = partsOf(template).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*?')}$`, 's');
}

const beginsStatement = (template: SyntaxNode): boolean => STATEMENT.test(partsOf(template)[0] ?? '');

/** Templates of a function that begin like a statement, without those that are inserted into another. */
function statementsIn(declaration: SyntaxNode): RegExp[] {
  const templates: SyntaxNode[] = [];
  const inserted = new Set<unknown>();
  walk(declaration, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || !isNode(node['template'])) return;
    templates.push(node['template']);
    walk(node['template']['expressions'], (inner) => {
      if (inner.type === 'TaggedTemplateExpression') inserted.add(inner['template']);
    });
  });
  return templates.filter((one) => !inserted.has(one) && beginsStatement(one)).map(patternOf);
}

const nameOf = (node: SyntaxNode): string =>
  isNode(node['identifier']) ? String(node['identifier']['value']) : 'the file';

export function storeStatements(api = API): StoreStatement[] {
  return globSync('**/*.store.ts', { cwd: api })
    .toSorted()
    .flatMap((store) => {
      const { body } = parseSync(readFileSync(join(api, store), 'utf8'), { syntax: 'typescript' });
      return body.flatMap((item) => {
        const declared: unknown = item.type === 'ExportDeclaration' ? item.declaration : item;
        if (!isNode(declared)) return [];
        return statementsIn(declared).map((pattern) => ({ store, function: nameOf(declared), pattern }));
      });
    });
}
