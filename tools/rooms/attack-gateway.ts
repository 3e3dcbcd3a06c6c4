import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RoomStage } from '../../apps/rooms/src/test/room-stage.ts';
import type { AttackOrder, AttackReport } from './attack-process.ts';
import { openProbe, percentile } from './delay-probe.ts';
import { HOSTILE_CLIENTS, type HostileTarget } from './hostile-clients.ts';
import { rssOf } from './process-usage.ts';

export interface AttackResult {
  readonly frames: number;
  readonly connections: number;
  /** Kinds of attack with a connection that the gateway should have closed and did not. */
  readonly notClosed: readonly string[];
  readonly isAlive: boolean;
  readonly areNeighboursUnharmed: boolean;
  readonly p99Ms: { readonly quiet: number; readonly attacked: number };
  readonly rssMegabytes: { readonly before: number; readonly highest: number; readonly after: number };
}

export interface AttackSize {
  readonly frames: number;
  /** Honest clients on the attacked gateway. */
  readonly clients: number;
  /** How long delays are measured before each kind of attack. */
  readonly quietMs: number;
}

const HONEST_RID = '9001';
const ATTACKED_RID = '9002';
const WINDOW_MS = 1_000;
const LARGE_EVERY_MS = 100;

/** The attackers run in their own process, so that their CPU time does not appear as a delay of the gateway. */
function startAttackers() {
  const child = fork(join(import.meta.dirname, 'attack-process.ts'));
  return {
    async run(order: AttackOrder): Promise<AttackReport> {
      const answered = once(child, 'message') as Promise<[AttackReport]>;
      child.send(order);
      const [report] = await answered;
      return report;
    },
    stop: () => void child.kill(),
  };
}

/** Changes of the attacked room that are large enough to make a slow reader fall behind. */
function sendLargeFrames(stage: RoomStage): () => Promise<void> {
  const producer = stage.producer(ATTACKED_RID, [stage.gateways[1]?.url ?? '']);
  let isStopped = false;
  async function run(): Promise<void> {
    await producer.sendState();
    for (let n = 0; ; n += 1) {
      if (isStopped) return;
      await producer.change([
        { cmd: 'set_many', table: 'widgets', values: { banner: `${n}${'x'.repeat(60_000)}` } },
      ]);
      await pause(LARGE_EVERY_MS);
    }
  }
  const running = run();
  return () => {
    isStopped = true;
    return running;
  };
}

/**
 * Runs every kind of attack against one gateway, with quiet times between them, and measures the delays of honest clients on
 * the same gateway.
 */
export async function attackGateway(
  stage: RoomStage,
  { frames, clients, quietMs }: AttackSize,
  say: (line: string) => void,
): Promise<AttackResult> {
  const [gateway] = stage.gateways;
  if (!gateway) throw new Error('a gateway is needed');
  const pid = gateway.part.pid() ?? 0;
  const target: HostileTarget = {
    port: gateway.port,
    url: gateway.url,
    rid: ATTACKED_RID,
    foreignRid: HONEST_RID,
  };
  const probe = await openProbe(stage, HONEST_RID, clients);
  const stopLarge = sendLargeFrames(stage);
  const attackers = startAttackers();
  const before = rssOf(pid);
  let highest = before;
  const watching = setInterval(() => {
    highest = Math.max(highest, rssOf(pid));
  }, 100);
  const [quiet, attacked]: [number[], number[]] = [[], []];
  const reports: (AttackReport & { readonly kind: string })[] = [];
  const share = Math.ceil(frames / (Object.keys(HOSTILE_CLIENTS).length - 1));
  for (const kind of Object.keys(HOSTILE_CLIENTS)) {
    const calm = await probe.measure(quietMs);
    quiet.push(...calm);
    const over = new AbortController();
    const running = attackers.run({ kind, target, frames: share }).finally(() => over.abort());
    const under: number[] = [];
    while (!over.signal.aborted) under.push(...(await probe.measure(WINDOW_MS)));
    attacked.push(...under);
    const report = await running;
    reports.push({ kind, ...report });
    say(
      `${kind}: ${report.sent} frames over ${report.connections} connections, ` +
        `p99 ${percentile(calm, 0.99)} ms before, ${percentile(under, 0.99)} ms under attack, ` +
        `${Math.round(rssOf(pid) / 1e6)} MB`,
    );
  }
  clearInterval(watching);
  await stopLarge();
  attackers.stop();
  const result: AttackResult = {
    frames: reports.reduce((sum, { sent }) => sum + sent, 0),
    connections: reports.reduce((sum, { connections }) => sum + connections, 0),
    notClosed: reports.filter(({ isClosed }) => !isClosed).map(({ kind }) => kind),
    isAlive: gateway.part.isRunning() && (await fetch(`${gateway.url}/readyz`)).ok,
    areNeighboursUnharmed: probe.isUnharmed(),
    p99Ms: { quiet: percentile(quiet, 0.99), attacked: percentile(attacked, 0.99) },
    rssMegabytes: { before: before / 1e6, highest: highest / 1e6, after: rssOf(pid) / 1e6 },
  };
  probe.stop();
  return result;
}
