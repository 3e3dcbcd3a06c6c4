import { constants, setPriority } from 'node:os';
import { HOSTILE_CLIENTS, type HostileTarget } from './hostile-clients.ts';

/** Plays attackers of the kind that its parent names, and reports what became of them. */
export interface AttackOrder {
  /** One of HOSTILE_CLIENTS. */
  readonly kind: string;
  readonly target: HostileTarget;
  readonly frames: number;
}

export interface AttackReport {
  readonly sent: number;
  readonly connections: number;
  /** False when a connection should have been ended by the gateway and was not. */
  readonly isClosed: boolean;
}

/** Connections of one kind at once. A gateway ends most of them after a few frames. */
const AT_ONCE = 4;
const FRAMES_EACH_MAX = 500;
/** Below this a gateway may rightly let them send. */
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
    // An attacker that sends nothing comes once.
    if (sentNow === 0) break;
  } while (sent < frames);
  return { sent, connections, isClosed };
}

// Attackers have machines of their own. Here they share one with the gateway, so they get what is left of it.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (order: AttackOrder) => {
  void attack(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());
