import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY, STATE_DIR } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { type AreaName, AREAS, isAreaName } from './areas.ts';
import { judgeReport, type JudgedSurvivor } from './judge-report.ts';
import { readShare } from './draw.ts';
import { drawnOf, type MutationReport } from './read-report.ts';
import { reportFile, strykerOptions } from './stryker-options.ts';

/** `npm run mutate [-- domain|orders|gems|providers|guards] [part of a path ...] [--share=N] [options of stryker ...]` */
const words = process.argv.slice(2);
const name: AreaName = words[0] !== undefined && isAreaName(words[0]) ? words[0] : 'domain';
const rest = words.filter((word) => word !== name);
const only = rest.filter((word) => !word.startsWith('-'));
const share = readShare(rest);
const options = rest.filter((word) => word.startsWith('-') && !word.startsWith('--share='));

const report = await runStryker();
if (report === undefined) {
  console.log('mutate: there is no report, so nothing is known');
  writeResults('mutate', { passed: 0, failed: 1 });
  process.exitCode = 1;
} else {
  const judged = JSON.parse(
    readFileSync(join(REPOSITORY, 'tools/mutate/survivors.json'), 'utf8'),
  ) as readonly JudgedSurvivor[];
  const verdict = judgeReport(drawnOf(report, share), { scoreMin: AREAS[name].scoreMin, judged });
  for (const line of verdict.lines) console.log(line);
  if (name === 'domain' && only.length === 0 && share === 1) writeResults('mutate', verdict.results);
  console.log(`mutate ${name}${share === 1 ? '' : `, one of ${share} drawn`}: ${verdict.summary}`);
  process.exitCode = verdict.results.failed === 0 ? 0 : 1;
}

async function runStryker(): Promise<MutationReport | undefined> {
  const optionsFile = join(STATE_DIR, 'mutate', `${name}-options.json`);
  mkdirSync(dirname(optionsFile), { recursive: true });
  rmSync(reportFile(name), { force: true }); // an old report must not stand for a run that failed before writing one
  writeFileSync(optionsFile, JSON.stringify(strykerOptions(name, only), undefined, 2));
  // Every fault starts a worker, which compiles all of Vitest unless the compile cache has it.
  const compiled = join(STATE_DIR, 'mutate', 'compiled');
  const env = {
    ...process.env,
    MUTATE_AREA: name,
    MUTATE_ONLY: only.join(','),
    MUTATE_SHARE: String(share),
    NODE_COMPILE_CACHE: compiled,
  };
  await new Promise<void>((finished, broken) => {
    const child = spawn(
      process.execPath,
      [join(REPOSITORY, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', optionsFile, ...options],
      { cwd: REPOSITORY, env, stdio: 'inherit' },
    );
    child.once('error', broken);
    child.once('close', () => finished());
    process.on('SIGINT', () => {}); // the terminal signals both processes; the child cleans up first
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
  try {
    return JSON.parse(readFileSync(reportFile(name), 'utf8')) as MutationReport;
  } catch {
    return undefined;
  }
}
