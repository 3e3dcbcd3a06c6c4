import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { keepingFrom, keepRunning, look } from './keep-running.ts';
import { processPart, type Part } from './part.ts';
import { freePorts, isPortInUse, pidListeningOn } from './ports.ts';
import { waitUntil } from './wait-until.ts';
import { PATIENCE_MS } from '../test/patience.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

describe('the restart delay of a process of npm run dev', () => {
  it('a process of npm run dev that never starts up is restarted five times in the first minute and twice in the second', () => {
    let keeping = keepingFrom(0);
    const starts: number[] = [];
    for (let now = 0; now < 120_000; now += 100) {
      const { isDue, ...next } = look(keeping, true, now);
      keeping = next;
      if (isDue) starts.push(now);
    }
    expect(starts.filter((at) => at < 60_000)).toHaveLength(5);
    expect(starts.filter((at) => at >= 60_000)).toHaveLength(2);
  });

  it('a process of npm run dev that came back before its restart delay was over is not restarted', () => {
    const missed = look(keepingFrom(0), true, 0);
    const back = look(missed, false, 900);
    expect(look(back, true, 1_100)).toMatchObject({ isDue: false, startAgainAt: 2_100 });
  });

  it('a process of npm run dev that has run for a minute starts again with the shortest restart delay', () => {
    const tired = { delayMs: 16_000, startAgainAt: undefined, startedAt: 0 };
    expect(look(tired, false, 59_999).delayMs).toBe(16_000);
    expect(look(tired, false, 60_000).delayMs).toBe(1_000);
  });
});

describe('a process of npm run dev that is restarted', () => {
  const server = (port: number): Part => {
    const dir = mkdtempSync(join(tmpdir(), 'jawhara-kept-'));
    cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
    const listen = `require('node:net').createServer().listen(${port}, '127.0.0.1')`;
    // Plays a file watcher: it spawns the program and stays when the program has ended.
    const watcher = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listen)}]); setInterval(() => {}, 1000)`;
    const part = processPart({
      name: 'server',
      command: process.execPath,
      args: ['-e', watcher],
      cwd: dir,
      env: {},
      logFile: join(dir, 'server.log'),
      isReady: () => isPortInUse(port),
      isWatched: true,
    });
    cleanUps.push(() => part.stop());
    return part;
  };

  it.each([
    ['its program', 'crashed or killed', (part: Part, port: number) => pidListeningOn(port) ?? part.pid()],
    ['its watcher', 'SIGKILL', (part: Part) => part.pid()],
  ])(
    'a process of npm run dev starts again when %s is killed, reports it once, and stays down when stopped',
    async (_, how, victim) => {
      const [port = 0] = await freePorts(1);
      const part = server(port);
      const said: string[] = [];
      await part.start();
      await part.ready();
      const stopKeeping = keepRunning([part], (line) => said.push(line));
      cleanUps.push(stopKeeping);

      const before = pidListeningOn(port);
      process.kill(victim(part, port) ?? 0, 'SIGKILL');
      await waitUntil(
        'the server again',
        () => ![undefined, before].includes(pidListeningOn(port)),
        PATIENCE_MS,
      );
      expect(said).toEqual([`server ended (${how}), started again; see ${part.logFile}`]);

      await stopKeeping();
      await part.stop();
      expect(part.endedBy()).toBeUndefined();
      expect(await isPortInUse(port)).toBe(false);
    },
  );
});
