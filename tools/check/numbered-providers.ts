import { isNode, walk, type SyntaxNode } from './syntax-tree.ts';

const PROVIDER = /provider/i;
const EQUALITY = new Set(['===', '!==', '==', '!=']);

/**
 * Where code names a provider by its number. A number alone says nothing, so it counts only beside something that is called a
 * provider: compared with it, given to it, used as its key, or as a key beside other providers' numbers.
 */
export function numberedProviders(program: unknown, numbers: readonly number[]): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(program, (node) => {
    if (isNumbered(node, numbers)) found.push(placed(node));
  });
  return found;
}

/** swc says of a property nothing about its place, but of its key. */
function placed(node: SyntaxNode): SyntaxNode {
  return node.span === undefined && isNode(node['key']) ? node['key'] : node;
}

function isNumbered(node: SyntaxNode, numbers: readonly number[]): boolean {
  const hasNumber = (value: unknown): boolean => numbersIn(value).some((number) => numbers.includes(number));
  switch (node.type) {
    case 'BinaryExpression':
      return (
        EQUALITY.has(String(node['operator'])) &&
        ((saysProvider(node['left']) && hasNumber(node['right'])) ||
          (saysProvider(node['right']) && hasNumber(node['left'])))
      );
    case 'SwitchStatement':
      return saysProvider(node['discriminant']) && casesOf(node).some(hasNumber);
    case 'KeyValueProperty':
      return saysProvider(node['key']) && hasNumber(node['value']);
    case 'AssignmentPattern':
    case 'AssignmentExpression':
      return saysProvider(node['left']) && hasNumber(node['right']);
    case 'VariableDeclarator':
      return saysProvider(node['id']) && hasNumber(node['init']);
    case 'TsPropertySignature':
      return saysProvider(node['key']) && hasNumber(node['typeAnnotation']);
    case 'TsTypeReference':
      return saysProvider(node['typeName']) || hasProviderAmong(node['typeParams'])
        ? hasNumber(node['typeParams'])
        : false;
    case 'MemberExpression':
      return saysProvider(node['object']) && hasNumber(node['property']);
    case 'CallExpression':
      return saysProvider(node['callee']) && argumentsOf(node).some(hasNumber);
    case 'ObjectExpression':
      return isKeyedByProvider(node['properties'], numbers);
    default:
      return false;
  }
}

/** Its name, or the type that is written beside it, speaks of a provider. */
function saysProvider(value: unknown): boolean {
  if (!isNode(value)) return false;
  const written = value['typeAnnotation'];
  if (isNode(written) && namesIn(written).some((name) => PROVIDER.test(name))) return true;
  switch (value.type) {
    case 'Identifier':
    case 'StringLiteral':
      return PROVIDER.test(String(value['value']));
    case 'MemberExpression':
      return saysProvider(value['property']) || saysProvider(value['object']);
    case 'OptionalChainingExpression':
      return saysProvider(value['base']);
    case 'CallExpression':
      return saysProvider(value['callee']);
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsNonNullExpression':
      return saysProvider(value['expression']);
    default:
      return false;
  }
}

function hasProviderAmong(typeParams: unknown): boolean {
  return namesIn(typeParams).some((name) => PROVIDER.test(name));
}

function namesIn(value: unknown): string[] {
  const names: string[] = [];
  walk(value, (node) => {
    if (node.type === 'Identifier') names.push(String(node['value']));
  });
  return names;
}

/** The numbers that are the value itself, or its items: not those deeper inside, which may be of something else. */
function numbersIn(value: unknown): number[] {
  if (!isNode(value)) return [];
  if (value.type === 'NumericLiteral') return [Number(value['value'])];
  const inner = [
    value['expression'],
    value['typeAnnotation'],
    value['literal'],
    ...[value['elements'], value['types'], value['params']].flatMap((items) =>
      Array.isArray(items) ? items : [],
    ),
  ];
  return WRAPPERS.has(value.type) ? inner.flatMap((item) => numbersIn(unspread(item))) : [];
}

const WRAPPERS = new Set([
  'ArrayExpression',
  'Computed',
  'ParenthesisExpression',
  'TsAsExpression',
  'TsConstAssertion',
  'TsSatisfiesExpression',
  'TsTypeAnnotation',
  'TsTypeParameterInstantiation',
  'TsUnionType',
  'TsLiteralType',
]);

/** Items of arrays and arguments carry their expression one level down, without a type of their own. */
function unspread(item: unknown): unknown {
  return typeof item === 'object' && item !== null && !isNode(item) && 'expression' in item
    ? item.expression
    : item;
}

function casesOf(node: SyntaxNode): unknown[] {
  const cases = Array.isArray(node['cases']) ? node['cases'] : [];
  return cases.map((one: unknown) => (isNode(one) ? one['test'] : null));
}

function argumentsOf(node: SyntaxNode): unknown[] {
  return Array.isArray(node['arguments']) ? node['arguments'].map(unspread) : [];
}

const KEYS_OF_A_TABLE = 2;

/** `{ 13: …, 17: … }`: two numbers and more, and all of them providers'. */
function isKeyedByProvider(properties: unknown, numbers: readonly number[]): boolean {
  if (!Array.isArray(properties)) return false;
  const keys = properties.flatMap((property: unknown) =>
    isNode(property) ? numbersIn(property['key']) : [],
  );
  return (
    keys.length >= KEYS_OF_A_TABLE &&
    keys.length === properties.length &&
    keys.every((key) => numbers.includes(key))
  );
}
