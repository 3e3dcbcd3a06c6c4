import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMALL_YOUNG_HEAP } from '../../apps/rooms/src/test/gateway-process.ts';
import type { RoomStage } from '../../apps/rooms/src/test/room-stage.ts';
import { sampleBatch } from '../../apps/rooms/src/test/sample-changes.ts';
import { processPart } from '../stack/part.ts';
import { freePorts, HOST, isPortInUse } from '../stack/ports.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { cpuMsOf, rssOf } from './process-usage.ts';
import { startSinks, type Sinks } from './sinks.ts';

/** Measures a room gateway and a bare `ws` server by turns, with the same sockets and the same bytes. */

const RID = '7700';
const ROUNDS = 5;
const SETTLE_MS = 5_000;

interface FanOutTurn {
  readonly deliveries: number;
  /** CPU time of the sending server for each delivered message. */
  readonly cpuMicroseconds: number;
  readonly perSecond: number;
}

export interface FanOutResult {
  readonly gateway: FanOutTurn;
  readonly bare: FanOutTurn;
  /** Deliveries per second of CPU, as a share of those of bare `ws`. */
  readonly share: number;
}

export interface MemoryResult {
  readonly gatewayBytes: number;
  readonly bareBytes: number;
  readonly ratio: number;
  /** CPU time of the gateway for each socket opened. */
  readonly acceptMicroseconds: number;
}

async function startBare(dir: string) {
  const [port = 0] = await freePorts(1);
  const part = processPart({
    name: 'bare-ws',
    command: process.execPath,
    args: [SMALL_YOUNG_HEAP, 'tools/rooms/bare-gateway.ts', String(port)],
    cwd: REPOSITORY,
    env: {},
    logFile: join(dir, 'bare-ws.log'),
    isReady: () => isPortInUse(port),
  });
  await part.start();
  await part.ready();
  return { part, port };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

function medianTurn(turns: readonly FanOutTurn[]): FanOutTurn {
  return {
    deliveries: turns.reduce((sum, { deliveries }) => sum + deliveries, 0),
    cpuMicroseconds: median(turns.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    perSecond: median(turns.map(({ perSecond }) => perSecond)),
  };
}

interface Race {
  readonly pid: number;
  readonly sinks: Sinks;
  readonly sockets: number;
  readonly messages: number;
  /** Sends a message to all sockets; returns its bytes on the wire. */
  readonly send: () => Promise<number>;
}

async function runTurn({ pid, sinks, sockets, messages, send }: Race): Promise<FanOutTurn> {
  const before = await sinks.bytes();
  const cpuBefore = cpuMsOf(pid);
  const began = performance.now();
  let expected = before;
  for (let n = 0; n < messages; n += 1) expected += (await send()) * sockets;
  await waitUntil('every message to arrive', async () => (await sinks.bytes()) >= expected, 60_000);
  const tookMs = performance.now() - began;
  const deliveries = sockets * messages;
  return {
    deliveries,
    cpuMicroseconds: ((cpuMsOf(pid) - cpuBefore) * 1000) / deliveries,
    perSecond: (deliveries / tookMs) * 1000,
  };
}

/** Length of a server's frame with this payload. */
const frameBytes = (payload: number): number => payload + (payload > 65_535 ? 10 : payload > 125 ? 4 : 2);

/** Changes are posted to the other gateway, so that the measured one only passes them to its sockets, as bare `ws` does. */
export async function compareFanOut(
  stage: RoomStage,
  { sockets, messages }: { readonly sockets: number; readonly messages: number },
): Promise<FanOutResult> {
  const [inlet, measured] = stage.gateways;
  if (!inlet || !measured) throw new Error('two gateways are needed');
  const bare = await startBare(stage.dir);
  const [ourSinks, bareSinks] = [startSinks(), startSinks()];
  const producer = stage.producer(RID, [inlet.url]);
  await producer.sendState();
  await ourSinks.open(measured.port, RID, sockets);
  await bareSinks.open(bare.port, RID, sockets);
  let lastText = '';
  const listener = stage.follower(RID, 1, {
    onMessage(text) {
      lastText = text;
    },
  });
  await waitUntil('the listener', () => listener.view().sn !== null, 20_000);
  let n = 0;
  async function sendOurs(): Promise<number> {
    n += 1;
    // All values have the same length, so every message after the second has the same number of bytes.
    const values = { total: 1_000_000 + n, text: 'x'.repeat(120) };
    await producer.change([{ cmd: 'set_many', table: 'fans_count', values }]);
    return frameBytes(Buffer.byteLength(lastText));
  }
  await sendOurs();
  await sendOurs();
  await sendOurs();
  await pause(500);
  const sendBare = async () => {
    await fetch(`http://${HOST}:${bare.port}/`, { method: 'POST', body: lastText });
    return frameBytes(Buffer.byteLength(lastText));
  };
  const ours: FanOutTurn[] = [];
  const theirs: FanOutTurn[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(200);
      ours.push(
        await runTurn({ pid: measured.part.pid() ?? 0, sinks: ourSinks, sockets, messages, send: sendOurs }),
      );
      theirs.push(
        await runTurn({ pid: bare.part.pid() ?? 0, sinks: bareSinks, sockets, messages, send: sendBare }),
      );
    }
  } finally {
    listener.stop();
    ourSinks.stop();
    bareSinks.stop();
    await bare.part.stop();
  }
  const [gateway, bareTurn] = [medianTurn(ours), medianTurn(theirs)];
  return {
    gateway,
    bare: bareTurn,
    share: bareTurn.cpuMicroseconds / gateway.cpuMicroseconds,
  };
}

const BUSY_ROOMS = 20;
const CHANGES_EACH = 200;

/** CPU time of a change at the gateway that is called, and in Redis, when many rooms change at once. */
export async function measureChanges(
  stage: RoomStage,
): Promise<{ readonly inlet: number; readonly redis: number }> {
  const [inlet] = stage.gateways;
  const producers = Array.from({ length: BUSY_ROOMS }, (_, i) =>
    stage.producer(String(7_800 + i), [inlet?.url ?? '']),
  );
  const change = async (times: number) => {
    for (let n = 1; n <= times; n += 1)
      await Promise.all(producers.map((producer) => producer.change(sampleBatch(n))));
  };
  await Promise.all(producers.map((producer) => producer.sendState()));
  await change(CHANGES_EACH / 4);
  const pids = [inlet?.part.pid() ?? 0, stage.redis.part.pid() ?? 0];
  const before = pids.map(cpuMsOf);
  await change(CHANGES_EACH);
  const [atInlet = 0, inRedis = 0] = pids.map((pid, i) => {
    const cpuMs = cpuMsOf(pid) - (before[i] ?? 0);
    return (cpuMs * 1000) / (BUSY_ROOMS * CHANGES_EACH);
  });
  return { inlet: atInlet, redis: inRedis };
}

/** The heap grows in steps and is collected at any time, so memory per socket is taken from the growth over several batches. */
const MEASURED_BATCHES = 3;

async function openIdle(pid: number, port: number, sockets: number) {
  const sinks = startSinks();
  try {
    // The first sockets load code and buffers that all later ones share, so they are not measured.
    await sinks.open(port, RID, sockets);
    await pause(SETTLE_MS);
    const before = { rss: rssOf(pid), cpuMs: cpuMsOf(pid) };
    for (let batch = 0; batch < MEASURED_BATCHES; batch += 1) await sinks.open(port, RID, sockets);
    const cpuMs = cpuMsOf(pid) - before.cpuMs;
    await pause(SETTLE_MS);
    const opened = MEASURED_BATCHES * sockets;
    return { bytes: (rssOf(pid) - before.rss) / opened, acceptMicroseconds: (cpuMs * 1000) / opened };
  } finally {
    sinks.stop();
  }
}

export async function compareMemory(stage: RoomStage, sockets: number): Promise<MemoryResult> {
  const [, measured] = stage.gateways;
  const bare = await startBare(stage.dir);
  try {
    const ours = await openIdle(measured?.part.pid() ?? 0, measured?.port ?? 0, sockets);
    const theirs = await openIdle(bare.part.pid() ?? 0, bare.port, sockets);
    return {
      gatewayBytes: ours.bytes,
      bareBytes: theirs.bytes,
      ratio: ours.bytes / theirs.bytes,
      acceptMicroseconds: ours.acceptMicroseconds,
    };
  } finally {
    await bare.part.stop();
  }
}
