import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { INLET_PATH, signInletCall } from '../../apps/rooms/src/inlet/inlet-signature.ts';
import { INLET_SECRET, ORIGIN } from '../../apps/rooms/src/test/gateway-process.ts';
import { makeTicket } from '../../apps/rooms/src/test/room-stage.ts';

/** Attackers of a room gateway. They use raw connections, to send bytes that no client library would send. */

export interface HostileTarget {
  readonly port: number;
  readonly url: string;
  readonly rid: string;
  readonly foreignRid: string;
}

/** Sends up to `frames` frames; returns how many were written, and whether the gateway closed the connection. */
export interface HostileRun {
  readonly frames: number;
  readonly isClosed: boolean;
}

export type HostileClient = (target: HostileTarget, frames: number) => Promise<HostileRun>;

const HEAD_END = '\r\n\r\n';
const GIVE_UP_MS = 8_000;

function openRaw({ port, rid }: HostileTarget): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const ticket = makeTicket(rid, randomBytes(16).toString('base64url'));
  socket.write(
    `GET /api/room/socket/?rid=${rid}&ticket=${ticket} HTTP/1.1\r\nHost: gateway\r\nOrigin: ${ORIGIN}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}${HEAD_END}`,
  );
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('data', () => resolve(socket));
    socket.once('close', () => resolve(socket));
  });
}

/** A client frame, masked with zeros. */
export function clientFrame(payload: Buffer, opcode = 1, claimedBytes = payload.length): Buffer {
  const mask = Buffer.alloc(4);
  if (claimedBytes <= 125)
    return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | claimedBytes]), mask, payload]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(claimedBytes));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0xff]), length, mask, payload]);
}

/** Writes frames until the gateway closes the connection or all are written. */
function flood(nextFrame: (n: number, target: HostileTarget) => Buffer, isReading = true): HostileClient {
  return async (target, frames) => {
    const socket = await openRaw(target);
    if (isReading) socket.resume();
    else socket.pause();
    let sent = 0;
    while (sent < frames && !socket.destroyed && socket.writable) {
      for (let lot = 0; lot < 50 && sent < frames; lot += 1, sent += 1) socket.write(nextFrame(sent, target));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const isClosed = await new Promise<boolean>((resolve) => {
      if (socket.destroyed) resolve(true);
      socket.once('close', () => resolve(true));
      setTimeout(() => resolve(socket.destroyed), GIVE_UP_MS).unref();
      socket.resume();
    });
    socket.destroy();
    return { frames: sent, isClosed };
  };
}

const SLOW_READER_MS = 15_000;

/** Reads nothing for longer than a gateway allows, then checks whether it was closed. Sends no frame. */
const readSlowly: HostileClient = async (target) => {
  const socket = await openRaw(target);
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, SLOW_READER_MS));
  const isClosed = await new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(true));
    setTimeout(() => resolve(socket.destroyed), GIVE_UP_MS).unref();
    socket.resume();
  });
  socket.destroy();
  return { frames: 0, isClosed };
};

const text = (value: string) => clientFrame(Buffer.from(value));
const WRONG_TYPES = [
  'null',
  '[]',
  '7',
  '"x"',
  '{"msg_id":"3"}',
  '{"msg_id":3,"body":[]}',
  '{"msg_id":3,"seq":{},"body":7}',
];

async function callInlets(
  { url, rid }: HostileTarget,
  calls: number,
  headersOf: (body: Buffer) => Readonly<Record<string, string>>,
): Promise<HostileRun> {
  const body = Buffer.from(
    JSON.stringify({ rid, commands: [{ cmd: 'push_left', table: 'pk_rank', key: 'hostile', items: [1] }] }),
  );
  let sent = 0;
  while (sent < calls) {
    const lot = Math.min(20, calls - sent);
    await Promise.all(
      Array.from({ length: lot }, () =>
        fetch(`${url}${INLET_PATH}`, { method: 'POST', headers: headersOf(body), body }).then(
          (response) => response.arrayBuffer(),
          () => null,
        ),
      ),
    );
    sent += lot;
  }
  return { frames: sent, isClosed: true };
}

/** Every kind of attack, and whether the gateway must close its connection. */
export const HOSTILE_CLIENTS: Readonly<
  Record<string, { readonly run: HostileClient; readonly mustClose: boolean }>
> = {
  'bad JSON': { run: flood((n) => text(`{"msg_id":3,"seq":${n},"body":{`)), mustClose: true },
  'wrong types': { run: flood((n) => text(WRONG_TYPES[n % WRONG_TYPES.length] ?? '')), mustClose: true },
  'another room': {
    run: flood((n, { foreignRid }) => text(`{"msg_id":11002,"seq":${n},"body":{"rid":"${foreignRid}"}}`)),
    mustClose: true,
  },
  giant: { run: flood(() => clientFrame(Buffer.alloc(8_192, 0x41))), mustClose: true },
  'giant by its header': { run: flood(() => clientFrame(Buffer.alloc(16), 1, 2 ** 40)), mustClose: true },
  binary: { run: flood(() => clientFrame(randomBytes(64), 2)), mustClose: true },
  'heartbeat flood': { run: flood((n) => text(`{"msg_id":3,"seq":${n},"body":{}}`)), mustClose: true },
  'ping flood': { run: flood(() => clientFrame(Buffer.from('x'), 9)), mustClose: true },
  'broken frames': { run: flood(() => randomBytes(32)), mustClose: true },
  // A message in fragments, of which none is the last.
  fragments: {
    run: flood((n) => Buffer.from([n === 0 ? 0x01 : 0x00, 0x81, 0, 0, 0, 0, 0x41])),
    mustClose: true,
  },
  'heartbeats without reading': {
    run: flood((n) => text(`{"msg_id":3,"seq":${n},"body":{}}`), false),
    mustClose: true,
  },
  'slow readers': { run: readSlowly, mustClose: true },
  'unsigned inlet': {
    run: (target, frames) => callInlets(target, frames, () => ({ 'webhook-id': randomUUID() })),
    mustClose: false,
  },
  'forged inlet': {
    run: (target, frames) =>
      callInlets(target, frames, () => ({
        'webhook-id': randomUUID(),
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
      })),
    mustClose: false,
  },
  'replayed inlet': {
    async run(target, frames) {
      const id = randomUUID();
      const timestamp = Math.floor(Date.now() / 1000);
      return callInlets(target, frames, (body) => signInletCall(INLET_SECRET, { id, timestamp }, body));
    },
    mustClose: false,
  },
};
