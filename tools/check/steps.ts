import { globSync } from 'node:fs';
import { REPOSITORY } from '../stack/repository.ts';

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** All checks of the code that do not run it. */
export function staticSteps(): Step[] {
  const projects = globSync(
    ['tsconfig.json', '{packages,apps}/*/tsconfig.json', '{packages,apps}/*/tsconfig.test.json'],
    {
      cwd: REPOSITORY,
    },
  ).toSorted();
  return [
    ...projects.map((project) => ({ name: `types ${project}`, command: 'tsc', args: ['-p', project] })),
    { name: 'lint', command: 'oxlint', args: [] },
    { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
    { name: 'architecture', command: 'node', args: ['tools/check/architecture.ts'] },
    { name: 'walks', command: 'node', args: ['tools/walks/walks.ts'] },
    { name: 'tables', command: 'node', args: ['tools/check/tables.ts'] },
    { name: 'type names', command: 'node', args: ['tools/check/type-names.ts'] },
    { name: 'provider numbers', command: 'node', args: ['tools/check/provider-numbers.ts'] },
    { name: 'navigations', command: 'node', args: ['tools/check/navigations.ts'] },
    { name: 'old browsers', command: 'node', args: ['tools/check/old-browsers.ts'] },
    { name: 'comments', command: 'node', args: ['tools/check/comments.ts'] },
    { name: 'unused', command: 'knip', args: ['--no-progress'] },
    { name: 'words', command: 'node', args: ['tools/words/words.ts'] },
  ];
}
