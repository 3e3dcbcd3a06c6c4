import { parentPort, workerData } from 'node:worker_threads';
import { startSlowSenders, type SlowPhase } from './slow-senders.ts';

/** Passed to a thread of its own, so that the cost of attacking does not add to the visitor's measured time. */
export interface SenderOrder {
  readonly phase: SlowPhase;
  readonly port: number;
  readonly count: number;
}

const { phase, port, count } = workerData as SenderOrder;
const senders = startSlowSenders(phase, port, count);
setInterval(() => parentPort?.postMessage(senders.counts(), []), 100);
