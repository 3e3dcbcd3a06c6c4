import { parentPort, workerData } from 'node:worker_threads';
import { startSlowSenders, type SlowPhase } from './slow-senders.ts';

/** Handed to a thread of its own: what it costs to attack is not to be measured with the visitor. */
export interface SenderOrder {
  readonly phase: SlowPhase;
  readonly port: number;
  readonly count: number;
}

const { phase, port, count } = workerData as SenderOrder;
const senders = startSlowSenders(phase, port, count);
setInterval(() => parentPort?.postMessage(senders.counts(), []), 100);
