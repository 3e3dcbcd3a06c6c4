import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { isNode, walk } from '../check/syntax-tree.ts';

export interface FoundPattern {
  readonly where: string;
  readonly pattern: RegExp;
}

/** Code that reads input from outside. */
const ROOMS = ['packages/*/src/**/*.ts', 'apps/{api,rooms}/src/**/*.ts'];
const NEVER_SERVES = /\.test\.ts$|\/test\//;

/** All regular expressions in that code. An expression built at run time cannot be timed here, so it is reported as a problem. */
export function findPatterns(directory: string): { patterns: FoundPattern[]; problems: string[] } {
  const patterns: FoundPattern[] = [];
  const problems: string[] = [];
  const files = globSync(ROOMS, { cwd: directory }).filter((path) => !NEVER_SERVES.test(path));
  for (const path of files.toSorted()) {
    walk(parseSync(readFileSync(join(directory, path), 'utf8'), { syntax: 'typescript' }), (node) => {
      if (node.type === 'RegExpLiteral')
        patterns.push({ where: path, pattern: new RegExp(String(node['pattern']), String(node['flags'])) });
      const callee = node.type === 'NewExpression' || node.type === 'CallExpression' ? node['callee'] : null;
      if (isNode(callee) && callee.type === 'Identifier' && callee['value'] === 'RegExp')
        problems.push(`${path} puts a pattern together at run time: write it out, so that it can be timed`);
    });
  }
  return { patterns, problems };
}
