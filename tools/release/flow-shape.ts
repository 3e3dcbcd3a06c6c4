import { parseSync } from '@swc/core';
import { isNode, literalText, walk, type SyntaxNode } from '../check/syntax-tree.ts';

/** The names of the order flow that the engine stores: timers carry events with their inputs, journals carry steps. */
export interface FlowShape {
  /** For each event, the source text of its input's type. */
  readonly events: Readonly<Record<string, string>>;
  /** For each function, its steps and the functions of the same file that it calls, in the order of the source. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

const EVENTS_TYPE = /export type OrderEvents = \{([^]*?)\n\};/;
const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g;

function eventsIn(source: string): Record<string, string> {
  const body = EVENTS_TYPE.exec(source)?.[1]?.replace(COMMENT, '') ?? '';
  const members = [...body.matchAll(/^ {2}(\w+): ([^]*?);(?=\n {2}\w+:|\s*$)/gm)];
  return Object.fromEntries(
    members.map(([, name = '', type = '']) => [name, type.replace(/\s+/g, ' ').trim()]),
  );
}

const identifierIn = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node['value']) : undefined;

/** Functions and methods by name, with everything inside of them. */
function functionsIn(program: unknown): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  walk(program, (node) => {
    if (node.type === 'FunctionDeclaration') {
      const name = identifierIn(node['identifier']);
      if (name !== undefined) found.set(name, node);
    }
    if (node.type === 'MethodProperty') {
      const name = identifierIn(node['key']);
      if (name !== undefined) found.set(name, node);
    }
  });
  return found;
}

function stepOf(call: SyntaxNode, own: ReadonlySet<string>): string | undefined {
  const callee = call['callee'];
  const called = identifierIn(callee);
  if (called !== undefined) return own.has(called) ? `${called}()` : undefined;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || identifierIn(callee['property']) !== 'step')
    return undefined;
  const [first] = call['arguments'] as readonly { readonly expression: unknown }[];
  return literalText(first?.expression) ?? '(no name)';
}

/** Reads the shape from the sources of the events and of the flow, joined into one text. */
export function flowShape(source: string): FlowShape {
  const functions = functionsIn(parseSync(source, { syntax: 'typescript' }));
  const own = new Set(functions.keys());
  const steps: Record<string, readonly string[]> = {};
  for (const [name, node] of functions) {
    const inside: string[] = [];
    walk(node['body'], (one) => {
      if (one.type !== 'CallExpression') return;
      const step = stepOf(one, own);
      if (step !== undefined) inside.push(step);
    });
    // `orderLife` only composes the handlers, which are listed by themselves.
    if (inside.length > 0 && node['body'] !== undefined && name !== 'orderLife') steps[name] = inside;
  }
  return { events: eventsIn(source), steps };
}

/** Stored work of the last release that this code could not handle; empty if there is none. */
export function findIncompatibilities(released: FlowShape, now: FlowShape): string[] {
  return Object.entries(released.events).flatMap(([event, input]) => {
    const next = now.events[event];
    if (next === undefined)
      return [`"${event}" is gone: timers of the last release would wait for it for ever`];
    return next === input ? [] : [`"${event}" wants ${next}, and timers of the last release carry ${input}`];
  });
}

/** Functions whose steps differ from the last release: flows that run them must end on the build that started them. */
export function changedSteps(released: FlowShape, now: FlowShape): string[] {
  const names = new Set([...Object.keys(released.steps), ...Object.keys(now.steps)]);
  return [...names].filter(
    (name) => JSON.stringify(released.steps[name]) !== JSON.stringify(now.steps[name]),
  );
}
