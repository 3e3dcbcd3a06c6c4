import { isNode, walk, type SyntaxNode } from './syntax-tree.ts';

const PROVIDER = /provider/i;
const EQUALITY = new Set(['===', '!==', '==', '!=']);

/**
 * Places where code names a provider by its number. A bare number may mean anything, so it counts only next to a name that
 * contains "provider": compared with it, assigned to it, used as its key, or as a key beside other providers' numbers.
 */
export function numberedProviders(program: unknown, numbers: readonly number[]): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(program, (node) => {
    if (isNumbered(node, numbers)) found.push(placed(node));
  });
  return found;
}

/** swc gives a property no span of its own, so the key's span is used. */
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

/** Whether the name of a value, or its declared type, contains "provider". */
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

/** Numbers that are the value itself or items of it. Numbers deeper inside may mean something else. */
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

/** swc wraps items of arrays and arguments in an object without a type; the expression is inside. */
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

/** Whether an object is keyed by providers, such as `{ 13: …, 17: … }`: it has two keys or more, all of them provider numbers. */
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
