import { spawn } from 'node:child_process';
import { REPOSITORY } from '../stack/repository.ts';

/** Runs a Node program in the repository and returns its exit code. */
export function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((finished, broken) => {
    const child = spawn(process.execPath, args, {
      cwd: REPOSITORY,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    child.once('error', broken);
    child.once('close', (exitCode) => finished(exitCode ?? 1));
    // The terminal sends Ctrl-C to both processes; the child ends when it has cleaned up.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
}
