import { constants, setPriority } from 'node:os';
import { HOSTILE_CLIENTS, type HostileTarget } from './hostile-clients.ts';

/** Runs attackers of the kind that the parent process names, and reports the result. */
export interface AttackOrder {
  /** A key of HOSTILE_CLIENTS. */
  readonly kind: string;
  readonly target: HostileTarget;
  readonly frames: number;
}

export interface AttackReport {
  readonly sent: number;
  readonly connections: number;
  /** False if the gateway should have closed a connection and did not. */
  readonly isClosed: boolean;
}

/** Connections of one kind at the same time. A gateway closes most of them after a few frames. */
const AT_ONCE = 4;
const FRAMES_EACH_MAX = 500;
/** With fewer frames a gateway may rightly keep the connection. */
const FRAMES_TO_CLOSE = 60;

async function attack({ kind, target, frames }: AttackOrder): Promise<AttackReport> {
  const attacker = HOSTILE_CLIENTS[kind];
  if (!attacker) throw new Error(`no attacker is called ${kind}`);
  let connections = 0;
  let sent = 0;
  let isClosed = true;
  do {
    const each = Math.min(FRAMES_EACH_MAX, Math.ceil((frames - sent) / AT_ONCE));
    const runs = await Promise.all(Array.from({ length: AT_ONCE }, () => attacker.run(target, each)));
    const sentNow = runs.reduce((sum, one) => sum + one.frames, 0);
    connections += runs.length;
    sent += sentNow;
    if (attacker.mustClose && each >= FRAMES_TO_CLOSE) isClosed &&= runs.every((one) => one.isClosed);
    // An attacker that sends no frames runs only once.
    if (sentNow === 0) break;
  } while (sent < frames);
  return { sent, connections, isClosed };
}

// Real attackers have their own machines. These share one with the gateway, so they get a low priority.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (order: AttackOrder) => {
  void attack(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
