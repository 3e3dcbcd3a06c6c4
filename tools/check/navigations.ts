import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { REPOSITORY } from '../stack/repository.ts';
import { isNode, lineOf, walk, type SyntaxNode } from './syntax-tree.ts';

const SITE = 'apps/web/src/**/*.{ts,tsx}';
/** The only file that navigates the browser; it checks the address first. */
const ALLOWED = 'apps/web/src/browser/page-address.ts';
const TEST = /\.test\.tsx?$|\/test\//;
const GOING = new Set(['assign', 'replace']);
const WINDOWS = new Set(['window', 'globalThis', 'self', 'top', 'parent', 'opener']);

/** The name of the property that an expression reads: `b` in `a.b` and in `a['b']`. */
function propertyOf(node: SyntaxNode): string | undefined {
  const property = node['property'];
  if (!isNode(property)) return undefined;
  if (property.type === 'Identifier') return String(property['value']);
  const inside = property['expression'];
  return isNode(inside) && inside.type === 'StringLiteral' ? String(inside['value']) : undefined;
}

/** The expression behind `?.`, `!`, `as` and brackets. */
function bare(value: unknown): SyntaxNode | null {
  if (!isNode(value)) return null;
  const inside = value.type === 'OptionalChainingExpression' ? value['base'] : value['expression'];
  return value.type !== 'MemberExpression' && isNode(inside) ? bare(inside) : value;
}

function isNamed(value: unknown, names: ReadonlySet<string>): boolean {
  const node = bare(value);
  return node?.type === 'Identifier' && names.has(String(node['value']));
}

/** Whether the expression is the browser's `location`, or a property of that name. */
function isLocation(value: unknown): boolean {
  const node = bare(value);
  if (node === null) return false;
  return (
    isNamed(node, new Set(['location'])) ||
    (node.type === 'MemberExpression' && propertyOf(node) === 'location')
  );
}

/** Whether the expression is `location.assign`, `location.replace` or `window.open`, called or passed on. */
function isGoing(node: SyntaxNode): boolean {
  if (node.type !== 'MemberExpression') return false;
  const name = propertyOf(node) ?? '';
  return (
    (GOING.has(name) && isLocation(node['object'])) || (name === 'open' && isNamed(node['object'], WINDOWS))
  );
}

/** Whether it assigns to `location` or to a part of it: `location = …`, `location.href = …`. */
function isPlaced(node: SyntaxNode): boolean {
  if (node.type !== 'AssignmentExpression') return false;
  const left = bare(node['left']);
  return isLocation(left) || (left?.type === 'MemberExpression' && isLocation(left['object']));
}

/** Whether it takes a navigating function out of `location`: `const { replace } = location`. */
function isDestructured(node: SyntaxNode): boolean {
  const pattern = node['id'];
  if (node.type !== 'VariableDeclarator' || !isNode(pattern) || !isLocation(node['init'])) return false;
  const properties = Array.isArray(pattern['properties']) ? pattern['properties'] : [];
  return properties.some(
    (one: unknown) => isNode(one) && isNode(one['key']) && GOING.has(String(one['key']['value'])),
  );
}

/** Addresses come from links, storage and responses: one module decides which may be opened, and no other file navigates by itself. */
export function checkNavigations(directory: string): { files: number; problems: string[] } {
  const paths = globSync(SITE, { cwd: directory })
    .filter((path) => path !== ALLOWED && !TEST.test(path))
    .toSorted();
  const problems = paths.flatMap((path) => {
    const text = readFileSync(join(directory, path), 'utf8');
    const program = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx') });
    const found: string[] = [];
    walk(program, (node) => {
      if (isGoing(node) || isPlaced(node) || isDestructured(node))
        found.push(`${path}:${lineOf(node, program, text)} goes to an address by itself`);
    });
    return found;
  });
  return { files: paths.length, problems: [...new Set(problems)] };
}

function main(): void {
  const { files, problems } = checkNavigations(REPOSITORY);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) console.log(`go by ${ALLOWED}, which checks the address`);
  console.log(`navigations: ${files} files, ${problems.length} problems`);
  process.exitCode = files === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
