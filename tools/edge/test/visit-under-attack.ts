import { Worker } from 'node:worker_threads';
import { sendRaw, type RawAnswer } from './raw-request.ts';
import type { SenderCounts, SlowPhase } from './slow-senders.ts';
import type { SenderOrder } from './slow-senders-worker.ts';

export interface Attack {
  readonly phase: SlowPhase;
  readonly port: number;
  /** How many slow connections are opened: more than nginx allows. */
  readonly count: number;
}

export interface Visits {
  readonly counts: SenderCounts;
  readonly answers: readonly Pick<RawAnswer, 'status' | 'tookMs'>[];
}

const TEXT = 'GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
/** Counted from the moment all senders have tried once. */
const UNDER_ATTACK_MS = 3_000;
const AT_MOST_MS = 40_000;
/** Without limits a visitor waits as long as the senders want; a busy machine alone causes seconds at most. */
const VISIT_GIVES_UP_MS = 10_000;

/** Starts slow senders from 127.0.0.1, and meanwhile visits from 127.0.0.2, on a new connection every quarter of a second. */
export async function visitUnderAttack({ phase, port, count }: Attack): Promise<Visits> {
  const workerData: SenderOrder = { phase, port, count };
  const attacker = new Worker(new URL('slow-senders-worker.ts', import.meta.url), { workerData });
  let counts: SenderCounts = { held: 0, tries: 0 };
  attacker.on('message', (latestCounts: SenderCounts) => (counts = latestCounts));
  const answers: Pick<RawAnswer, 'status' | 'tookMs'>[] = [];
  const startedAtMs = performance.now();
  let full: number | undefined;
  const isOver = (): boolean => {
    const now = performance.now();
    if (counts.tries >= count) full ??= now;
    return now - startedAtMs > AT_MOST_MS || (full !== undefined && now - full > UNDER_ATTACK_MS);
  };
  try {
    while (!isOver()) {
      const { status, tookMs } = await sendRaw({
        port,
        text: TEXT,
        from: '127.0.0.2',
        withinMs: VISIT_GIVES_UP_MS,
      });
      answers.push({ status, tookMs: Math.round(tookMs) });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  } finally {
    await attacker.terminate();
  }
  return { counts, answers };
}
