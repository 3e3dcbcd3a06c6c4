import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { PROVIDER_NUMBERS } from '@jawhara/domain';
import { REPOSITORY } from '../stack/repository.ts';
import { numberedProviders } from './numbered-providers.ts';
import { lineOf } from './syntax-tree.ts';

const ROOMS = '{packages,apps,tools,e2e,chaos,bench,simulation}/**/*.{ts,tsx}';

/** The table of providers, and the folders of a single provider. */
const AT_HOME =
  /^packages\/domain\/src\/provider\/|^apps\/api\/src\/providers\/[^/]+\/|^apps\/web\/src\/checkout\/methods\/card\/fields\/[^/]+\/|^apps\/sandbox\/src\/[^/]+\//;
/** Tests are exempt: they write providers' numbers as the requirements do, independently of the table of providers. */
const TEST = /\.(test|fuzz|fixture)\.tsx?$|-suite[\w-]*\.ts$|\/test\//;
/** Parsing is slow, and most files have none of these numbers, written in whatever base. */
const MAY_HAVE_NUMBER = new RegExp(String.raw`\b(?:${PROVIDER_NUMBERS.join('|')})\b|\b0[box]|\d_\d`, 'i');
const FOREIGN = /(^|\/)(node_modules|dist|\.jawhara)\//;

/** A provider's number stands only in the table of providers and in its own folders; other code uses its name or its capabilities. */
export function checkProviderNumbers(directory: string): { files: number; problems: string[] } {
  const paths = globSync(ROOMS, { cwd: directory, exclude: (path) => FOREIGN.test(`${path}/`) })
    .filter((path) => !AT_HOME.test(path) && !TEST.test(path))
    .toSorted();
  const problems = paths.flatMap((path) => {
    const text = readFileSync(join(directory, path), 'utf8');
    if (!MAY_HAVE_NUMBER.test(text)) return [];
    const program = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx') });
    return numberedProviders(program, PROVIDER_NUMBERS).map(
      (node) => `${path}:${lineOf(node, program, text)} names a provider by its number`,
    );
  });
  return { files: paths.length, problems: [...new Set(problems)] };
}

function main(): void {
  const { files, problems } = checkProviderNumbers(REPOSITORY);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0)
    console.log('say its name (@jawhara/domain has it), or ask what it can (PROVIDERS)');
  console.log(`provider numbers: ${files} files, ${problems.length} problems`);
  process.exitCode = files === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
