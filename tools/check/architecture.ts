import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { REPOSITORY } from '../stack/repository.ts';

const ROOMS = ['packages', 'apps', 'tools', 'e2e', 'chaos', 'bench'];

interface BrokenArrow {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export interface Architecture {
  readonly modules: number;
  readonly broken: readonly BrokenArrow[];
}

/** Reads every import under the directory and holds it against the arrows. */
export async function checkArchitecture(directory: string): Promise<Architecture> {
  const configuration = await loadRules();
  const rooms = ROOMS.filter((room) => existsSync(join(directory, room)));
  const { output } = await cruise(rooms, {
    ...configuration.options,
    baseDir: directory,
    validate: true,
    ruleSet: configuration,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  return { modules: countOwnModules(output), broken: brokenArrows(output, configuration) };
}

async function loadRules(): Promise<IConfiguration> {
  const file: unknown = await import(pathToFileURL(join(REPOSITORY, '.dependency-cruiser.mjs')).href);
  return (file as { default: IConfiguration }).default;
}

/** Libraries are ends of arrows, not rooms. */
function countOwnModules(result: ICruiseResult): number {
  return result.modules.filter(({ source }) => /\.tsx?$/.test(source) && !source.includes('node_modules'))
    .length;
}

function brokenArrows(result: ICruiseResult, { forbidden = [] }: IConfiguration): BrokenArrow[] {
  return result.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    reason: forbidden.find(({ name }) => name === rule.name)?.comment ?? '',
  }));
}

async function main(): Promise<void> {
  const { modules, broken } = await checkArchitecture(REPOSITORY);
  for (const { rule, from, to, reason } of broken) console.log(`${rule}: ${from} -> ${to}\n  ${reason}`);
  if (modules === 0) console.log('no module was read: a check that sees nothing proves nothing');
  console.log(`architecture: ${modules} modules, ${broken.length} broken arrows`);
  process.exitCode = modules === 0 || broken.length > 0 ? 1 : 0;
}

if (import.meta.main) await main();
