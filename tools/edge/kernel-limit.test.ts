import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Visits } from './test/visit-under-attack.ts';

const PROGRAM = fileURLToPath(new URL('test/behind-kernel-limit.ts', import.meta.url));
const TRIED = 'iptables -A INPUT -p tcp --syn -m connlimit --connlimit-above 1 -j REJECT';

/** Network namespaces need a right that some machines do not give. */
const canLimit = spawnSync('unshare', ['-n', 'sh', '-c', TRIED]).status === 0;

it.skipIf(!canLimit)(
  'the kernel’s connection limit leaves a visitor served while an address holds slow request heads',
  async () => {
    const { stdout } = await promisify(execFile)('unshare', ['-n', process.execPath, PROGRAM, 'head', '200']);
    const { answers, counts } = JSON.parse(stdout) as Visits;
    const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
    console.log(
      `head: ${answers.length} visits, slowest ${slowest} ms, ${counts.held} of ${counts.tries} connections held`,
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(slowest).toBeLessThan(1_000);
    expect(counts.held).toBeLessThanOrEqual(200);
    expect(counts.tries).toBeGreaterThanOrEqual(620);
  },
);
