import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { REPOSITORY } from '../stack/repository.ts';
import { isNode, lineOf, literalText, walk, type SyntaxNode } from './syntax-tree.ts';

const SITE = 'apps/web/src/**/*.{ts,tsx}';
/** Live rooms are not checked here; app/page.ts is the program's start, which holds the page that it creates. */
const LEFT_OUT = /\.test\.tsx?$|\/test\/|^apps\/web\/src\/(?:room\/|app\/page\.ts)/;
const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'EventTarget']);
const READ_ONLY: ReadonlySet<string> = new Set(['ReadonlyMap', 'ReadonlySet']);
/** Factories whose result holds no state, or state of React's own. */
const STATELESS: ReadonlySet<string> = new Set(['createContext', 'createCall']);
const CHANGES: ReadonlySet<string> = new Set([
  'add',
  'clear',
  'delete',
  'pop',
  'push',
  'set',
  'shift',
  'splice',
  'unshift',
]);
export const EXEMPTIONS_MAX = 5;

/** Allowed state of a module, by its place and name, with the reason. */
export const EXEMPT: Readonly<Record<string, string>> = {
  'apps/web/src/api/call-together.ts callTogether':
    'Collects the reads of one moment for 50 ms. Empty again before a test ends, so that nothing is reset.',
  'apps/web/src/api/call.ts refusedCalls':
    'Holds listeners only, and each removes itself. The window would show parameters of a login to third parties.',
  'apps/web/src/browser/send-request.ts sender':
    'The host app takes over fetch for every call of the window; passed on, each of 60 callers of call() would carry it.',
  'apps/web/src/browser/storage/device.ts inMemory':
    'Stands in for IndexedDB where a browser stores no keys; deleted with it by forgetTransferCredential().',
};

interface ModuleState {
  readonly name: string;
  readonly line: number;
}

const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? String(node['value']) : null;

/** The name of a type, without its parameters. */
function typeNameOf(pattern: SyntaxNode): string | null {
  const annotation = pattern['typeAnnotation'];
  const type = isNode(annotation) ? annotation['typeAnnotation'] : null;
  return isNode(type) ? nameOf(type['typeName']) : null;
}

/** The expression behind `as`, `satisfies` and brackets. */
function bare(value: unknown): SyntaxNode | null {
  if (!isNode(value)) return null;
  return /^(?:Ts(?:As|Satisfies|Const)|Parenthesis)/.test(value.type) ? bare(value['expression']) : value;
}

/** Whether the variable holds a collection, or the result of a factory, that may change later. */
function isStateful(pattern: SyntaxNode, init: SyntaxNode | null): boolean {
  if (init?.type === 'NewExpression')
    return COLLECTIONS.has(nameOf(init['callee']) ?? '') && !READ_ONLY.has(typeNameOf(pattern) ?? '');
  const factory = init?.type === 'CallExpression' ? (nameOf(init['callee']) ?? '') : '';
  return /^create[A-Z]/.test(factory) && !STATELESS.has(factory);
}

interface Declarator {
  readonly pattern: SyntaxNode;
  readonly init: SyntaxNode | null;
  readonly isConst: boolean;
}

/** The variables at the top level of a file, exported or not. */
function declarators(body: readonly unknown[]): Declarator[] {
  return body.flatMap((item) => {
    if (!isNode(item)) return [];
    const declaration = item.type === 'ExportDeclaration' ? item['declaration'] : item;
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return [];
    const list = declaration['declarations'] as readonly SyntaxNode[];
    return list.flatMap(({ id, init }) =>
      isNode(id) ? [{ pattern: id, init: bare(init), isConst: declaration['kind'] === 'const' }] : [],
    );
  });
}

/** The object whose property or element is changed: `a.b = …`, `a.b += …`, `a.push(…)`. */
function changedObject(node: SyntaxNode): string | null {
  if (node.type === 'CallExpression') {
    const callee = node['callee'];
    if (!isNode(callee) || callee.type !== 'MemberExpression') return null;
    return CHANGES.has(nameOf(callee['property']) ?? '') ? nameOf(callee['object']) : null;
  }
  const target =
    node.type === 'AssignmentExpression'
      ? bare(node['left'])
      : node.type === 'UpdateExpression'
        ? bare(node['argument'])
        : null;
  return target?.type === 'MemberExpression' ? nameOf(target['object']) : null;
}

/** Names that a file imports from another file of ours. */
function importedNames(body: readonly unknown[]): ReadonlySet<string> {
  const specifiers = body.flatMap((item) => {
    if (!isNode(item) || item.type !== 'ImportDeclaration') return [];
    const source = literalText(item['source']) ?? '';
    return source.startsWith('.') ? (item['specifiers'] as readonly SyntaxNode[]) : [];
  });
  return new Set(specifiers.map(({ local }) => nameOf(local) ?? ''));
}

/** Variables of one file that outlive every component and every test. */
export function moduleStateOf(path: string, text: string): ModuleState[] {
  const program = parseSync(text, { syntax: 'typescript', tsx: !path.endsWith('.ts'), decorators: true });
  const imported = importedNames(program.body);
  const changed = new Set<string>();
  const inOthers: ModuleState[] = [];
  walk(program, (node) => {
    const name = changedObject(node);
    if (name !== null && node.type !== 'CallExpression' && imported.has(name))
      inOthers.push({ name, line: lineOf(node, program, text) });
    if (name !== null) changed.add(name);
  });
  const own = declarators(program.body).flatMap(({ pattern, init, isConst }) => {
    const name = nameOf(pattern);
    if (name === null) return [];
    // The changed name may be a function's own variable, so only object and array literals count as state.
    const isChanged = changed.has(name) && /^(?:Array|Object)Expression$/.test(init?.type ?? '');
    return !isConst || isChanged || isStateful(pattern, init)
      ? [{ name, line: lineOf(pattern, program, text) }]
      : [];
  });
  return [...own, ...inOthers];
}

export function checkModuleState(
  directory: string,
  exempt: Readonly<Record<string, string>> = EXEMPT,
): { files: number; exemptions: number; problems: string[] } {
  const paths = globSync(SITE, { cwd: directory })
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted();
  const found = paths.flatMap((path) =>
    moduleStateOf(path, readFileSync(join(directory, path), 'utf8')).map(({ name, line }) => ({
      key: `${path} ${name}`,
      place: `${path}:${line} ${name}`,
    })),
  );
  const keys = new Set(found.map(({ key }) => key));
  const problems = [
    ...found
      .filter(({ key }) => exempt[key] === undefined)
      .map(({ place }) => `${place} is state of its module`),
    ...Object.keys(exempt)
      .filter((key) => !keys.has(key))
      .map((key) => `${key} is exempt and not there`),
    ...(Object.keys(exempt).length > EXEMPTIONS_MAX ? [`more than ${EXEMPTIONS_MAX} exemptions`] : []),
  ];
  return { files: paths.length, exemptions: Object.keys(exempt).length, problems };
}

function main(): void {
  const { files, exemptions, problems } = checkModuleState(REPOSITORY);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) console.log('make it a value of the page (apps/web/src/page-scope.ts)');
  console.log(`module state: ${files} files, ${exemptions} exempt, ${problems.length} problems`);
  process.exitCode = files === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
