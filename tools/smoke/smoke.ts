/** `npm run smoke`: commands of the README that CI runs nowhere else, each in its smallest size. */
import { spawn } from 'node:child_process';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { SMOKE_COMMANDS } from './smoke-commands.ts';

const WITHIN_MS = 240_000;

/** Runs a command; resolves with its exit code and its last lines. */
function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const [command = '', ...rest] = args;
  return new Promise((ended) => {
    let output = '';
    const child = spawn('npm', ['run', '--silent', command, '--', ...rest], {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: WITHIN_MS,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString();
      });
    child.once('close', (code) => ended({ code, output }));
  });
}

const failures: string[] = [];
for (const args of SMOKE_COMMANDS) {
  const name = `npm run ${args.join(' ')}`;
  const startedAt = Date.now();
  console.log(`     ${name}`);
  const { code, output } = await run(args);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  if (code === 0) continue;
  failures.push(name);
  console.log(output.trimEnd().split('\n').slice(-40).join('\n'));
}
const passed = SMOKE_COMMANDS.length - failures.length;
writeResults('smoke', { passed, failed: failures.length, failures });
console.log(`smoke: ${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
