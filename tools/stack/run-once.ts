import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { REPOSITORY } from './repository.ts';
import type { Environment } from './providers/stack-provider.ts';

/** Runs a program that ends by itself, such as a migration. Its output is shown only if it fails. */
export async function runOnce(
  entry: string,
  env: Environment,
  logFile: string,
  options: readonly string[] = [],
): Promise<void> {
  const log = openSync(logFile, 'w');
  const code = await new Promise<number | null>((finished, failed) => {
    const child = spawn(process.execPath, [entry, ...options], {
      cwd: REPOSITORY,
      env,
      stdio: ['ignore', log, log],
    });
    child.once('error', failed);
    child.once('close', finished);
  }).finally(() => closeSync(log));
  if (code !== 0) throw new Error(`${entry} ended with ${code}:\n${readFileSync(logFile, 'utf8')}`);
}
