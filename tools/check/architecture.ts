import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { REPOSITORY } from '../stack/repository.ts';
import { arrowsInCircles, type FileArrow } from './folder-circles.ts';

/** Tests are exempt: they may stand in for the folders that import theirs, and test helpers import everything. */
const TEST = /\.test\.tsx?$|-suite[^/]*\.ts$|-world\.ts$|\/test\//;
const NO_CIRCLES = {
  rule: 'folders-of-the-server-form-no-circle',
  reason: 'Two folders that need each other are one folder, or what one of them needs is to be handed in.',
};

const ROOMS = ['packages', 'apps', 'tools', 'e2e', 'chaos', 'bench', 'simulation'];

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

/** Reads every import under the directory and checks it against the allowed ones. */
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
  const circles = arrowsInCircles(productArrows(output)).map((arrow) => ({ ...NO_CIRCLES, ...arrow }));
  return { modules: countOwnModules(output), broken: [...brokenArrows(output, configuration), ...circles] };
}

async function loadRules(): Promise<IConfiguration> {
  const file: unknown = await import(pathToFileURL(join(REPOSITORY, '.dependency-cruiser.mjs')).href);
  return (file as { default: IConfiguration }).default;
}

/** Libraries are imported but are no modules of ours. */
function countOwnModules(result: ICruiseResult): number {
  return result.modules.filter(({ source }) => /\.tsx?$/.test(source) && !source.includes('node_modules'))
    .length;
}

function productArrows(result: ICruiseResult): FileArrow[] {
  return result.modules
    .filter(({ source }) => !TEST.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    )
    .filter(({ to }) => !TEST.test(to));
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
