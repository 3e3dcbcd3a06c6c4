import { describe, expect, it } from 'vitest';
import { writeGatewayMessage, writeMove } from './messages.ts';
import { VirtualConnection } from './test/virtual-connection.ts';

const TO_B = writeMove('wss://b.example/');

function opened(): VirtualConnection {
  const connection = new VirtualConnection();
  connection.dispatch({ type: 'start' });
  return connection;
}

describe('moving (RP-45)', () => {
  it('[ROOM-07] a move message (10072) opens the new socket with its own ticket, then closes the old one with 1000', () => {
    const connection = opened();
    connection.receive(TO_B);
    expect(connection.effectsOf('open-socket').at(-1)).toMatchObject({
      socketId: 2,
      url: 'wss://b.example/',
    });
    expect(connection.effectsOf('close-socket')).toEqual([
      { type: 'close-socket', socketId: 1, code: 1000, reason: 'moved' },
    ]);
    expect(connection.state.phase).toEqual({ name: 'open', socketId: 2, seq: 0, move: null });
    connection.dispatch({ type: 'socket-closed', socketId: 1, code: 1000 });
    expect(connection.state.phase.name).toBe('open');
    expect(connection.effectsOf('opened')).toHaveLength(1);
  });

  it('a socket that opens after a move to an address without an sn is reported as opened without an sn (RP-36)', () => {
    const connection = opened();
    connection.state = {
      ...connection.state,
      lastSocketId: 2,
      phase: { name: 'open', socketId: 1, seq: 0, move: { socketId: 2, url: 'wss://b.example/', sn: null } },
    };
    connection.dispatch({ type: 'socket-opened', socketId: 2 });
    expect(connection.effectsOf('opened').at(-1)).toEqual({ type: 'opened', sn: null });
  });

  it('[ROOM-07] a move to an address that is not on the list is logged and not followed', () => {
    const connection = opened();
    connection.receive(writeMove('wss://evil.example/'));
    expect(connection.effectsOf('log')).toEqual([
      { type: 'log', text: 'move to wss://evil.example/ refused' },
    ]);
    expect(connection.effectsOf('fetch-ticket')).toHaveLength(1);
  });

  it.each([
    { hasTickets: false, accepts: true },
    { hasTickets: true, accepts: false },
  ])('if a move’s new socket cannot be opened (%o), the old socket stays open', (behaviour) => {
    const connection = opened();
    connection.behaviour = { ...behaviour, answersHeartbeats: false };
    connection.receive(TO_B);
    expect(connection.state).toMatchObject({
      phase: { name: 'open', socketId: 1, move: null },
      attempts: 0,
    });
    expect(connection.effectsOf('close-socket').map(({ socketId }) => socketId)).toEqual([2]);
  });

  it.each([1000, 1012])(
    'if the old socket closes with %s during a move, the new socket becomes the connection',
    (code) => {
      const connection = opened();
      connection.state = {
        ...connection.state,
        lastSocketId: 2,
        phase: {
          name: 'open',
          socketId: 1,
          seq: 3,
          move: { socketId: 2, url: 'wss://b.example/', sn: 7 },
        },
      };
      connection.dispatch({ type: 'socket-closed', socketId: 1, code });
      expect(connection.state.phase).toMatchObject({ name: 'connecting', socketId: 2 });
      connection.dispatch({ type: 'socket-opened', socketId: 2 });
      expect(connection.state.phase).toMatchObject({ name: 'open', socketId: 2 });
    },
  );

  it('a second move message during a move is logged and ignored, and a stop closes both sockets', () => {
    const connection = opened();
    connection.state = {
      ...connection.state,
      lastSocketId: 2,
      phase: {
        name: 'open',
        socketId: 1,
        seq: 0,
        move: { socketId: 2, url: 'wss://b.example/', sn: 7 },
      },
    };
    connection.receive(TO_B, 1);
    expect(connection.effectsOf('log')).toEqual([{ type: 'log', text: 'a move is under way already' }]);
    connection.dispatch({ type: 'stop' });
    expect(connection.effectsOf('close-socket').map(({ socketId }) => socketId)).toEqual([1, 2]);
  });

  it('a gateway message that is not for the connection itself is passed on unchanged', () => {
    const connection = opened();
    connection.receive(writeGatewayMessage(10001, 'x'));
    expect(connection.effectsOf('pass-message')).toEqual([
      { type: 'pass-message', message: { kind: 'other', id: 10001, data: 'x' } },
    ]);
  });
});
