import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { sendRaw } from '../edge/test/raw-request.ts';
import { startSmallGateway, type SmallGateway } from '../edge/test/small-gateway.ts';
import { haproxy } from '../stack/machines.ts';
import { processPart } from '../stack/part.ts';
import { freePorts, isPortInUse } from '../stack/ports.ts';
import { REPOSITORY } from '../stack/repository.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function gateway(): Promise<SmallGateway> {
  const started = await startSmallGateway();
  stops.push(started.stop);
  return started;
}

/** deploy/calls and deploy/rooms in one haproxy, as compose runs them. */
async function balancerBefore(one: SmallGateway, two: SmallGateway): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-balancer-'));
  const [calls = 0, rooms = 0, nobody = 0] = await freePorts(3);
  const place = ({ url }: SmallGateway): string => new URL(url).host;
  const part = processPart({
    name: 'balancer',
    command: haproxy(process.env['PATH'] ?? ''),
    args: [
      '-db',
      ...['calls', 'rooms'].flatMap((of) => ['-f', join(REPOSITORY, `deploy/${of}/haproxy.cfg`)]),
    ],
    cwd: dir,
    env: {
      CALLS_AT: `127.0.0.1:${calls}`,
      ROOMS_AT: `127.0.0.1:${rooms}`,
      WEB_1: `127.0.0.1:${nobody}`,
      WEB_2: `127.0.0.1:${nobody}`,
      ROOMS_1: place(one),
      ROOMS_2: place(two),
    },
    logFile: join(dir, 'balancer.log'),
    isReady: () => isPortInUse(rooms),
  });
  await part.start();
  await part.ready();
  stops.push(async () => {
    await part.stop();
    rmSync(dir, { recursive: true });
  });
  return rooms;
}

/** Opens a socket, sends and receives once, and returns the first line received. */
function useSocket(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port }, () =>
      socket.write(
        'GET /api/room/socket/?rid=1 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      ),
    );
    socket.once('error', reject).once('close', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('data', (chunk: Buffer) => {
      const isFirst = !text.includes('\r\n\r\n');
      text += chunk.toString();
      if (isFirst && text.startsWith('HTTP/1.1 101')) socket.write('hello');
      else if (text.endsWith('hello') || !text.startsWith('HTTP/1.1 101')) socket.destroy();
    });
  });
}

it.runIf(spawnSync('haproxy', ['-v']).error === undefined)(
  'the rooms balancer passes sockets on, skips a draining gateway, and sends a batch to one gateway at most',
  async () => {
    const [one, two] = [await gateway(), await gateway()];
    const port = await balancerBefore(one, two);
    for (let time = 0; time < 4; time += 1)
      expect(await useSocket(port)).toBe('HTTP/1.1 101 Switching Protocols');
    expect([one.upgrades.length > 0, two.upgrades.length > 0]).toEqual([true, true]);

    const before = one.upgrades.length;
    one.drain();
    for (let time = 0; time < 4; time += 1)
      expect(await useSocket(port)).toBe('HTTP/1.1 101 Switching Protocols');
    expect(one.upgrades).toHaveLength(before);

    two.drain();
    const text =
      'POST /api/room/inlet/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';
    await sendRaw({ port, isPlain: true, text });
    const batches = [...one.calls, ...two.calls].filter((call) => call.startsWith('POST'));
    expect(batches.length).toBeLessThanOrEqual(1);
  },
);
