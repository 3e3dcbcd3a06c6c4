import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CACHE = 'node_modules/.cache/jawhara/good-steps.json';
/** npm rewrites this file whenever a package is installed or replaced. */
const INSTALLED = 'node_modules/.package-lock.json';

/** A digest of everything a step can read: all files that git tracks or would track, and the installed packages. */
export function treeDigest(repository: string): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    maxBuffer: 64 * 1_048_576,
  });
  const paths = [...listed.toString('utf8').split('\0').filter(Boolean), INSTALLED];
  const digest = createHash('sha256');
  for (const path of [...new Set(paths)].toSorted()) {
    const file = join(repository, path);
    digest.update(`${path}\0`);
    // A deleted file that git still tracks changes the digest too.
    digest.update(existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest() : 'deleted');
  }
  return digest.digest('hex');
}

export interface GoodSteps {
  has(step: string): boolean;
  add(step: string): void;
}

/** Steps that have passed on exactly these files. They need not run again. */
export function readGoodSteps(repository: string, digest: string): GoodSteps {
  const file = join(repository, CACHE);
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : null;
  const good = new Set(stored?.digest === digest ? stored.steps : []);
  return {
    has: (step) => good.has(step),
    add(step) {
      good.add(step);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ digest, steps: [...good] } satisfies Stored));
    },
  };
}

interface Stored {
  readonly digest: string;
  readonly steps: readonly string[];
}
