import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { freePorts, isPortInUse } from '../stack/ports.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { PATIENCE_MS } from '../test/patience.ts';
import { runningDev } from './running-dev.ts';

const children: ChildProcess[] = [];
const checkout = realpathSync(mkdtempSync(join(tmpdir(), 'jawhara-checkout-')));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(checkout, { recursive: true, force: true });
});

it('a development run of another checkout is found by the port it uses', async () => {
  const [port = 0, strangersPort = 0] = await freePorts(2);
  const listen = (on: number): string => `require('node:net').createServer().listen(${on}, '127.0.0.1');`;
  const untilOrphaned = `process.stdin.resume().on('end', () => process.exit());`;
  mkdirSync(join(checkout, 'tools/dev'), { recursive: true });
  writeFileSync(
    join(checkout, 'tools/dev/dev.ts'),
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listen(port) + untilOrphaned)}], { stdio: 'pipe' });`,
  );
  const dev = spawn(process.execPath, ['tools/dev/dev.ts'], { cwd: checkout });
  const stranger = spawn(process.execPath, ['-e', listen(strangersPort)]);
  children.push(dev, stranger);
  await waitUntil(
    'both ports',
    async () => (await isPortInUse(port)) && isPortInUse(strangersPort),
    PATIENCE_MS,
  );

  expect(runningDev([strangersPort])).toBeUndefined();
  expect(runningDev([strangersPort, port])).toEqual({ pid: dev.pid, checkout });
});
