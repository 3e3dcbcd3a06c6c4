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

/** What stands for a request: `request: …` of a call, or `const …Request = …` that several calls share. */
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

/** A browser writes requests and reads answers; how a server reads a request is half of the contract, and only carried. */
export function answersOnly(): Plugin {
  return {
    name: 'answers-only',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/src\/http\/[a-z-]+\.ts$/ },
      handler(code) {
        return { code: withoutRequestSchemas(code, this.parse(code)), map: null };
      },
    },
  };
}
