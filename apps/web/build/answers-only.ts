import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name']) : '');

/** The expression of a request: `request: …` of a call, or `const …Request = …` that several calls share. */
function requestIn(node: Node): unknown {
  if (node.type === 'Property' && nameOf(node['key']) === 'request') return node['value'];
  if (node.type === 'VariableDeclarator' && nameOf(node['id']).endsWith('Request')) return node['init'];
  return null;
}

/** The schema in `codec(schema, write)`. */
function requestSchemaIn(node: Node): Node | null {
  const request = requestIn(node);
  if (!isNode(request) || request.type !== 'CallExpression' || nameOf(request['callee']) !== 'codec')
    return null;
  return (request['arguments'] as readonly Node[])[0] ?? null;
}

function requestSchemas(node: Node): Node[] {
  const own = requestSchemaIn(node);
  if (own !== null) return [own];
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => requestSchemas(child));
}

/** The source without the schemas of its requests. */
export function withoutRequestSchemas(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  return requestSchemas(program).reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}void 0${text.slice(end)}`,
    code,
  );
}

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];

/** Where a call begins that runs when the file is loaded. */
function callsAtOnce(node: Node): number[] {
  if (FUNCTIONS.includes(node.type)) return [];
  const own = node.type === 'CallExpression' ? [node.start] : [];
  const inside = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => callsAtOnce(child));
  return [...own, ...inside];
}

/**
 * Marks every such call as pure: the contract has no side effects when it is loaded, so the bundler may drop unused values. By
 * itself the bundler knows this of a schema's own function, but not where that is called through `v.`.
 */
export function markedPure(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  const starts = [...new Set(callsAtOnce(program))].toSorted((a, b) => b - a);
  return starts.reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code);
}

/**
 * A browser writes requests and reads answers. The schemas by which a server reads a request are half of the contract and unused
 * here.
 */
export function answersOnly(): Plugin {
  return {
    name: 'answers-only',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[a-z/-]+\.ts$/ },
      handler(code, id) {
        const answers = id.includes('/src/http/') ? withoutRequestSchemas(code, this.parse(code)) : code;
        return { code: markedPure(answers, this.parse(answers)), map: null };
      },
    },
  };
}
