import { describe, expect, it, vi } from 'vitest';
import { countFrame } from './test/fake-gateway.ts';
import { FANS, followEach, pass, RID, settle, type FollowedRoom } from './test/followed-room.ts';

let gateway: FollowedRoom['gateway'];
let room: FollowedRoom['room'];
let followed: FollowedRoom;
followEach((one) => {
  followed = one;
  ({ gateway, room } = one);
});
const goLive = (): Promise<void> => followed.goLive();
const say = (text: string): void => followed.say(text);
const seen = (): unknown[] => followed.seen;

describe('[ROOM-06] the connection', () => {
  it('a room connection sends a heartbeat 15 s after its last message', async () => {
    await goLive();
    await pass(14_999);
    expect(gateway.socket.sent).toEqual([]);
    await pass(1);
    expect(gateway.socket.sent).toHaveLength(1);
    await pass(10_000);
    expect(room.send({})).toBe(true);
    await pass(14_999);
    expect(gateway.socket.sent).toHaveLength(2);
    await pass(1);
    expect(gateway.socket.sent).toHaveLength(3);
  });

  it('a room connection stays open for ten idle minutes while its heartbeats are answered', async () => {
    await goLive();
    const { socket } = gateway;
    for (let second = 0; second < 600; second += 1) {
      const { length } = socket.sent;
      await vi.advanceTimersByTimeAsync(1000);
      if (socket.sent.length > length) socket.say(gateway.message(2, {}));
    }
    expect(gateway.sockets).toHaveLength(1);
    expect([socket.closed, room.connection.kind, room.activity.counts.sent]).toEqual([null, 'live', 40]);
  });

  it('a room connection closes after 121 s of silence, shows a message, and reconnects after 1000 ms', async () => {
    await goLive();
    const first = gateway.socket;
    await pass(120_999);
    expect(first.closed).toBeNull();
    await pass(1);
    expect(first.closed?.reason).toBe('no room message received in time');
    expect(room.connection).toEqual({ kind: 'reconnecting', text: 'room.lost' });
    await pass(999);
    expect(gateway.sockets).toHaveLength(1);
    await pass(1);
    expect(gateway.sockets).toHaveLength(2);
  });

  it('a room reconnects eight times, 1000 ms apart, then fails; when the network is back it starts again', async () => {
    await goLive();
    const texts: unknown[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      gateway.socket.fail();
      texts.push(room.connection);
      await pass(999);
      expect(gateway.sockets).toHaveLength(attempt);
      await pass(1);
      expect(gateway.sockets).toHaveLength(attempt + 1);
    }
    expect(new Set(texts.map((text) => JSON.stringify(text)))).toEqual(
      new Set([JSON.stringify({ kind: 'reconnecting', text: 'room.error' })]),
    );
    gateway.socket.fail();
    expect(room.connection).toEqual({ kind: 'failed', text: 'room.failed' });
    await pass(60_000);
    expect(gateway.sockets).toHaveLength(9);
    globalThis.dispatchEvent(new Event('online'));
    await settle();
    expect(gateway.sockets).toHaveLength(10);
    gateway.socket.open();
    expect([room.connection.kind, room.value(FANS)]).toEqual(['live', 500]);
  });

  it('a room ticket that cannot be fetched counts as a failed attempt', async () => {
    gateway.hasTickets = false;
    room.start();
    await pass(8_500);
    expect([gateway.tickets, gateway.sockets.length, room.connection.kind]).toEqual([9, 0, 'failed']);
  });

  it('a room’s count of reconnect attempts is reset by the first message, not by opening the socket', async () => {
    await goLive();
    for (let time = 0; time < 3; time += 1) {
      for (let attempt = 0; attempt < 7; attempt += 1) {
        gateway.socket.fail();
        await pass(1000);
        gateway.socket.open();
      }
      say(gateway.message(2, {}));
    }
    expect([room.connection.kind, gateway.sockets.length]).toEqual(['live', 22]);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      gateway.socket.fail();
      await pass(1000);
      gateway.socket.open();
    }
    gateway.socket.fail();
    expect(room.connection.kind).toBe('failed');
  });

  it('a room connection that was closed cleanly by either side does not reconnect', async () => {
    await goLive();
    gateway.socket.end(1000);
    await pass(10_000);
    expect([gateway.sockets.length, room.connection]).toEqual([1, { kind: 'failed', text: 'room.error' }]);
    room.start();
    await settle();
    gateway.socket.open();
    room.stop();
    expect(gateway.socket.closed?.code).toBe(1000);
    gateway.socket.end(1000);
    await pass(10_000);
    expect(gateway.sockets).toHaveLength(2);
  });

  it('a room message is sent only while the socket is open, and is not queued', async () => {
    room.start();
    await settle();
    expect(room.send({})).toBe(false);
    gateway.socket.open();
    await settle();
    expect(gateway.socket.sent).toEqual([]);
  });

  it('a reconnect sends the last sequence number (sn) and reads the full status once', async () => {
    await goLive();
    const { reads } = gateway;
    gateway.socket.fail();
    await pass(1000);
    expect(new URL(gateway.socket.url).searchParams.get('sn')).toBe('5');
    gateway.socket.open();
    await pass(30_000);
    expect([gateway.reads - reads, room.activity.counts.reconnects, ...seen()]).toEqual([1, 1, 5, 500]);
  });
});

describe('[ROOM-07] messages', () => {
  it('outgoing room messages have msg_id 3 and a seq that starts at 1 for each connection; heartbeats have an empty body', async () => {
    await goLive();
    await pass(30_000);
    const texts = gateway.socket.sent.map((text) => JSON.parse(text) as unknown);
    expect(texts).toEqual([1, 2].map((seq) => ({ msg_id: 3, seq, body: {} })));
    gateway.socket.fail();
    await pass(1000);
    gateway.socket.open();
    await pass(15_000);
    expect(gateway.socket.sent.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ seq: 1 }]);
  });

  it('an inbound room message is accepted with its body as an object or as JSON text', async () => {
    await goLive();
    const { msg_id, body } = JSON.parse(gateway.update([countFrame(6, 600)])) as Record<string, unknown>;
    say(JSON.stringify({ msg_id, body: JSON.stringify(body) }));
    expect(seen()).toEqual([6, 600]);
  });

  it.each([
    ['with a result other than 0', (text: string) => text.replace('"result":0', '"result":7')],
    ['that are incomplete JSON', (text: string) => text.slice(0, -3)],
    ['with an invalid body', () => JSON.stringify({ msg_id: 11_002, body: 'x{' })],
    ['with invalid data', () => JSON.stringify({ msg_id: 11_002, body: { result: 0, data: '{' } })],
  ])('inbound room messages %s are logged and dropped, and the socket stays open', async (_what, spoil) => {
    await goLive();
    const lines = room.activity.log.length;
    say(spoil(gateway.update([countFrame(6, 600)])));
    expect([...seen(), gateway.socket.closed]).toEqual([5, 500, null]);
    expect(room.activity.log.length).toBe(lines + 1);
  });

  it('message 10072 moves a room to an allowed host; the old socket stays open until the new one is open', async () => {
    await goLive();
    const [old] = gateway.sockets;
    const { reads } = gateway;
    say(gateway.message(10_072, { url: `ws://${location.host}/api/room/socket/` }));
    await settle();
    const moved = gateway.socket;
    expect(moved).not.toBe(old);
    expect(moved.url).toBe(`ws://${location.host}/api/room/socket/?rid=${RID}&ticket=ticket-2&sn=5`);
    expect(old?.closed).toBeNull();
    old?.say(gateway.update([countFrame(6, 600)]));
    moved.open();
    expect(old?.closed?.code).toBe(1000);
    old?.end(1000);
    moved.say(gateway.update([countFrame(6, 600), countFrame(7, 700)]));
    await settle();
    const { moves, reconnects } = room.activity.counts;
    expect([...seen(), moves, reconnects, gateway.reads - reads]).toEqual([7, 700, 1, 0, 0]);
  });

  it.each([
    'wss://evil.example/api/room/socket/',
    'http://localhost:3000/x',
    'ws://localhost:3000@evil.example/',
    '',
  ])('message 10072 with the address %s is logged and dropped', async (url) => {
    await goLive();
    say(gateway.message(10_072, { url }));
    await settle();
    expect([gateway.sockets.length, gateway.tickets, room.connection.kind]).toEqual([1, 1, 'live']);
    expect(room.activity.log.at(-1)).toContain('refused');
  });
});
