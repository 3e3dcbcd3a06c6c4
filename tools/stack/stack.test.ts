import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Part } from './part.ts';
import { processPart } from './part.ts';
import { freePorts, isPortInUse, requireFreePorts } from './ports.ts';
import { startRestate } from './restate.ts';
import { waitUntil } from './wait-until.ts';
import { PATIENCE_MS } from '../test/patience.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-stack-'));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function scriptPart(script: string, isReady: () => Promise<boolean>): Part {
  const dir = temporaryDir();
  const part = processPart({
    name: 'script',
    command: process.execPath,
    args: ['-e', script],
    cwd: dir,
    env: {},
    logFile: join(dir, 'script.log'),
    isReady,
  });
  cleanUps.push(() => part.stop());
  return part;
}

describe('a process of the test stack', () => {
  it('a process of the test stack starts, is killed with everything it spawned, and starts again', async () => {
    const [port = 0] = await freePorts(1);
    const server = `require('node:net').createServer().listen(${port}, '127.0.0.1')`;
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server)}]); setInterval(() => {}, 1000)`;
    const part = scriptPart(script, () => isPortInUse(port));
    for (const end of [() => part.kill('SIGKILL'), () => part.stop()]) {
      await part.start();
      await part.ready();
      expect(part.isRunning()).toBe(true);
      await end();
      expect(part.isRunning()).toBe(false);
      expect(await isPortInUse(port)).toBe(false);
    }
  });

  it('a process of the test stack that ends while starting is reported with the end of its log', async () => {
    const part = scriptPart(`console.error('no such table'); process.exit(3)`, async () => false);
    await part.start();
    await expect(part.ready()).rejects.toThrow(/script ended while starting[^]*no such table/);
  });
});

describe('the clean-up after a killed run', () => {
  it('the processes and directories of a killed test run are ended and removed', async () => {
    const [port = 0] = await freePorts(1);
    const dir = temporaryDir();
    const left = join(dir, 'left-behind');
    const run = join(dir, 'run.ts');
    writeFileSync(
      run,
      `import { mkdirSync } from 'node:fs';
       import { leash } from '${import.meta.dirname}/leash.ts';
       import { isPortInUse } from '${import.meta.dirname}/ports.ts';
       import { processPart } from '${import.meta.dirname}/part.ts';
       mkdirSync('${left}');
       leash.removeAtEnd('${left}');
       const part = processPart({
         name: 'orphan', command: process.execPath, cwd: '${dir}', env: {}, logFile: '${dir}/orphan.log',
         args: ['-e', "process.on('SIGTERM', () => {}); require('node:net').createServer().listen(${port}, '127.0.0.1')"],
         isReady: () => isPortInUse(${port}),
       });
       await part.start();
       await part.ready();
       process.kill(process.pid, 'SIGKILL');`,
    );
    const { signal } = spawnSync(process.execPath, [run], { stdio: 'inherit' });
    expect(signal).toBe('SIGKILL');
    await waitUntil('the orphan to be ended', async () => !(await isPortInUse(port)), PATIENCE_MS);
    await waitUntil('its directory to be removed', () => !existsSync(left), PATIENCE_MS);
  });
});

describe('ports in use', () => {
  it('when ports are in use, the test stack names all of them before it starts any part', async () => {
    const [first = 0, second = 0] = await freePorts(2);
    const script = [first, second].map(
      (port) => `require('node:net').createServer().listen(${port}, '127.0.0.1');`,
    );
    const part = scriptPart(script.join(''), async () => (await isPortInUse(first)) && isPortInUse(second));
    await part.start();
    await part.ready();
    const needed = new Map([
      ['api', first],
      ['site', second],
    ]);
    await expect(requireFreePorts(needed)).rejects.toThrow(
      new RegExp(`port ${first} for api is taken by .+\\n *port ${second} for site is taken by .+`),
    );
  });
});

describe('Restate', () => {
  it('Restate answers on its configured ports, and is gone after its stop', async () => {
    const [ingress = 0, admin = 0, node = 0] = await freePorts(3);
    const part = await startRestate({
      baseDir: join(temporaryDir(), 'restate'),
      ports: { ingress, admin, node },
    });
    cleanUps.push(() => part.stop());
    expect((await fetch(`http://127.0.0.1:${ingress}/restate/health`)).status).toBe(200);
    await part.stop();
    await waitUntil('the port to be free', async () => !(await isPortInUse(ingress)), PATIENCE_MS);
    expect(part.isRunning()).toBe(false);
  });
});
