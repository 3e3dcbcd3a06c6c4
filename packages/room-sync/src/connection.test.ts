import { describe, expect, it } from 'vitest';
import { writeHeartbeatAnswer, writeReset } from './messages.ts';
import { VirtualConnection } from './test/virtual-connection.ts';

const SILENT_GATEWAY = { hasTickets: true, accepts: true, answersHeartbeats: false };
const NOTHING_OPENS = { hasTickets: true, accepts: false, answersHeartbeats: false };

function opened(): VirtualConnection {
  const connection = new VirtualConnection();
  connection.dispatch({ type: 'start' });
  return connection;
}

describe('heartbeat and silence (RP-41)', () => {
  it('[ROOM-06] an idle room stays connected for ten minutes, with a heartbeat every 15 s', () => {
    const connection = opened();
    connection.advance(600_000);
    expect(connection.state).toMatchObject({ phase: { name: 'open', socketId: 1 }, attempts: 0 });
    expect(connection.timesOf('open-socket')).toEqual([0]);
    expect(connection.timesOf('close-socket')).toEqual([]);
    expect(connection.timesOf('send')).toEqual(Array.from({ length: 40 }, (_, i) => (i + 1) * 15_000));
  });

  it('[ROOM-06] every message sent restarts the 15 s until the next heartbeat', () => {
    const connection = opened();
    connection.advance(10_000);
    connection.send({ hello: 1 });
    connection.advance(14_999);
    expect(connection.timesOf('send')).toEqual([10_000]);
    connection.advance(1);
    expect(connection.timesOf('send')).toEqual([10_000, 25_000]);
  });

  it('[ROOM-06] after 121 s without a message the socket is closed with the specified text and reopened after 1000 ms', () => {
    const connection = opened();
    connection.behaviour = SILENT_GATEWAY;
    connection.advance(120_999);
    expect(connection.timesOf('close-socket')).toEqual([]);
    connection.advance(1);
    expect(connection.effectsOf('close-socket')).toEqual([
      { type: 'close-socket', socketId: 1, code: 4000, reason: 'no room message received in time' },
    ]);
    expect(connection.state.phase.name).toBe('waiting');
    connection.advance(999);
    expect(connection.timesOf('open-socket')).toEqual([0]);
    connection.advance(1);
    expect(connection.timesOf('open-socket')).toEqual([0, 122_000]);
  });

  it('[ROOM-06] any received message restarts the 121 s of silence, even an unreadable one', () => {
    const connection = opened();
    connection.behaviour = SILENT_GATEWAY;
    connection.advance(100_000);
    connection.receive('unreadable');
    connection.advance(120_999);
    expect(connection.state.phase.name).toBe('open');
    connection.advance(1);
    expect(connection.state.phase.name).toBe('waiting');
  });

  it('a socket that does not open before the silence timer ends is abandoned, and the connection waits to retry', () => {
    const connection = new VirtualConnection();
    connection.state = {
      phase: { name: 'connecting', socketId: 1, url: null, sn: null },
      attempts: 0,
      lastSocketId: 1,
    };
    connection.dispatch({ type: 'timer', timer: 'silence' });
    expect(connection.state.phase.name).toBe('waiting');
  });
});

describe('reconnecting (RP-42)', () => {
  it('[ROOM-06] after eight reconnect attempts, 1000 ms apart, the network failure is reported', () => {
    const connection = opened();
    connection.behaviour = NOTHING_OPENS;
    connection.dispatch({ type: 'socket-closed', socketId: 1, code: 1006 });
    connection.advance(60_000);
    const [first, ...attempts] = connection.timesOf('open-socket');
    expect(first).toBe(0);
    expect(attempts).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000]);
    expect(connection.timesOf('network-failed')).toEqual([8000]);
    expect(connection.state.phase.name).toBe('failed');
  });

  it('[ROOM-06] a reconnect attempt without a ticket counts as an attempt', () => {
    const connection = new VirtualConnection();
    connection.behaviour = { ...NOTHING_OPENS, hasTickets: false };
    connection.dispatch({ type: 'start' });
    connection.advance(60_000);
    expect(connection.timesOf('fetch-ticket')).toHaveLength(9);
    expect(connection.timesOf('network-failed')).toEqual([8000]);
  });

  it('[ROOM-06] if the gateway closes each socket at once, nine sockets are opened and then one network failure is reported', () => {
    const connection = opened();
    connection.behaviour = SILENT_GATEWAY;
    for (let i = 0; i < 20; i += 1) {
      connection.dispatch({ type: 'socket-closed', socketId: connection.socketId, code: 1011 });
      connection.advance(1000);
    }
    expect(connection.timesOf('open-socket')).toHaveLength(9);
    expect(connection.timesOf('network-failed')).toHaveLength(1);
  });

  it('[ROOM-06] the first message received on a new socket resets the count of reconnect attempts', () => {
    const connection = opened();
    connection.behaviour = SILENT_GATEWAY;
    for (let i = 0; i < 20; i += 1) {
      connection.dispatch({ type: 'socket-closed', socketId: connection.socketId, code: 1006 });
      connection.advance(1000);
      connection.receive(writeHeartbeatAnswer());
    }
    expect(connection.timesOf('network-failed')).toEqual([]);
    expect(connection.state).toMatchObject({ phase: { name: 'open' }, attempts: 0 });
  });

  it('after a reported network failure a new start connects again', () => {
    const connection = opened();
    connection.behaviour = NOTHING_OPENS;
    connection.dispatch({ type: 'socket-error', socketId: 1 });
    connection.advance(60_000);
    connection.behaviour = { ...NOTHING_OPENS, accepts: true };
    connection.dispatch({ type: 'start' });
    expect(connection.state).toMatchObject({ phase: { name: 'open' }, attempts: 0 });
  });

  it('a socket’s error and its later close count as one failure', () => {
    const connection = opened();
    connection.dispatch({ type: 'socket-error', socketId: 1 });
    connection.dispatch({ type: 'socket-closed', socketId: 1, code: 1006 });
    expect(connection.state).toMatchObject({ phase: { name: 'waiting' }, attempts: 1 });
    expect(connection.effectsOf('log')).toEqual([{ type: 'log', text: 'other error' }]);
  });
});

describe('closing (RP-43)', () => {
  it('[ROOM-06] a socket closed cleanly by the gateway is not reopened', () => {
    const connection = opened();
    connection.dispatch({ type: 'socket-closed', socketId: 1, code: 1000 });
    connection.advance(600_000);
    expect(connection.state.phase.name).toBe('closed');
    expect(connection.timesOf('open-socket')).toEqual([0]);
    expect(connection.timesOf('send')).toEqual([]);
  });

  it('[ROOM-06] a connection that the client stops is not reopened, whether open or waiting', () => {
    for (const before of ['open', 'waiting'] as const) {
      const connection = opened();
      if (before === 'waiting') connection.dispatch({ type: 'socket-error', socketId: 1 });
      expect(connection.state.phase.name).toBe(before);
      connection.dispatch({ type: 'stop' });
      connection.dispatch({ type: 'socket-closed', socketId: 1, code: 1006 });
      connection.advance(600_000);
      expect(connection.state.phase.name).toBe('closed');
      expect(connection.timesOf('open-socket')).toEqual([0]);
      expect(connection.effectsOf('close-socket').at(-1)).toMatchObject({ socketId: 1, code: 1000 });
    }
  });

  it('a ticket or socket that arrives after the client stopped opens no connection', () => {
    const connection = new VirtualConnection();
    connection.dispatch({ type: 'start' });
    connection.dispatch({ type: 'stop' });
    connection.dispatch({ type: 'ticket', socketId: 1, ticket: 't', url: 'wss://a.example/', sn: null });
    connection.dispatch({ type: 'socket-opened', socketId: 1 });
    expect(connection.state.phase.name).toBe('closed');
    expect(connection.effectsOf('open-socket')).toHaveLength(1);
    expect(connection.effectsOf('close-socket').at(-1)).toMatchObject({ socketId: 1, reason: 'not needed' });
  });
});

describe('sending (RP-44)', () => {
  it('[ROOM-06] a message sent while the socket is not open is refused and not sent later', () => {
    const connection = new VirtualConnection();
    expect(connection.send({ early: 1 })).toBe(false);
    connection.dispatch({ type: 'start' });
    expect(connection.timesOf('send')).toEqual([]);
    expect(connection.send({ now: 1 })).toBe(true);
  });

  it('[ROOM-07] the seq of sent messages counts from 1 for each connection', () => {
    const connection = opened();
    connection.send({ a: 1 });
    connection.advance(15_000);
    connection.dispatch({ type: 'socket-error', socketId: 1 });
    connection.advance(1000);
    connection.send({ a: 2 });
    const sent = connection
      .effectsOf('send')
      .map(({ socketId, text }): unknown[] => [socketId, JSON.parse(text) as unknown]);
    expect(sent).toEqual([
      [1, { msg_id: 3, seq: 1, body: { a: 1 } }],
      [1, { msg_id: 3, seq: 2, body: {} }],
      [2, { msg_id: 3, seq: 1, body: { a: 2 } }],
    ]);
  });
});

describe('opening', () => {
  it('[ROOM-06] every opened socket is reported with the sequence number (sn) of its address, so that the full status is fetched', () => {
    const connection = opened();
    connection.dispatch({ type: 'socket-error', socketId: 1 });
    connection.advance(1000);
    expect(connection.effectsOf('opened')).toEqual([
      { type: 'opened', sn: 7 },
      { type: 'opened', sn: 7 },
    ]);
    expect(connection.effectsOf('fetch-ticket').map(({ socketId }) => socketId)).toEqual([1, 2]);
  });

  it('messages of the current socket are passed on, those of an abandoned socket are not', () => {
    const connection = opened();
    connection.receive(writeReset('1', 5));
    connection.dispatch({ type: 'socket-error', socketId: 1 });
    connection.receive(writeReset('1', 6), 1);
    expect(connection.effectsOf('pass-message')).toEqual([
      { type: 'pass-message', message: { kind: 'reset', rid: '1', sn: 5 } },
    ]);
  });
});
