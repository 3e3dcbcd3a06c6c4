export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** TypeScript projects that reuse each other's declarations, so that no file is checked twice. `workshop` has the server's tests. */
const TYPES = 'tools/check/types';
/** Declarations of projects whose files have not changed since. */
export const TYPES_OUTPUT = 'node_modules/.cache/jawhara/types';

/** All checks of the code that do not run it. */
export function staticSteps(): Step[] {
  return [
    // A second checker of tsc would check shared types once more.
    { name: 'types', command: 'tsc', args: ['--build', TYPES, '--checkers', '1', '--builders', '1'] },
    { name: 'lint', command: 'oxlint', args: [] },
    { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
    { name: 'architecture', command: 'node', args: ['tools/check/architecture.ts'] },
    { name: 'walks', command: 'node', args: ['tools/walks/walks.ts'] },
    { name: 'tables', command: 'node', args: ['tools/check/tables.ts'] },
    { name: 'type names', command: 'node', args: ['tools/check/type-names.ts'] },
    { name: 'provider numbers', command: 'node', args: ['tools/check/provider-numbers.ts'] },
    { name: 'module state', command: 'node', args: ['tools/check/module-state.ts'] },
    { name: 'navigations', command: 'node', args: ['tools/check/navigations.ts'] },
    { name: 'comments', command: 'node', args: ['tools/check/comments.ts'] },
    { name: 'identifiers', command: 'node', args: ['tools/check/identifiers.ts'] },
    { name: 'unused', command: 'knip', args: ['--no-progress'] },
    { name: 'words', command: 'node', args: ['tools/words/words.ts'] },
  ];
}
