import { createHmac } from 'node:crypto';
import { issueRoomTicket, readRoomTicket, ROOM_TICKET_LIFE_MS } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

const ROOM_TICKET_KEY = 'a-ticket-key-of-thirty-two-letters';
const ROOM_SOCKET_URL = 'wss://rooms.jawhara.example/api/room/socket/';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { ROOM_TICKET_KEY, ROOM_SOCKET_URL } });
});
afterAll(() => shop.close());

const read = (ticket: string, key = ROOM_TICKET_KEY) =>
  readRoomTicket(ticket, {
    mac: (text) => createHmac('sha256', key).update(text).digest('base64url'),
    isSame: (a, b) => a === b,
    nowMs: Date.now(),
  });

async function ticketOf(visitor: ReturnType<Shop['visitor']>, rid: string) {
  const { value } = await visitor.call(issueRoomTicket, { rid });
  if (!value) throw new Error('no ticket was issued');
  return { ...value, content: read(value.ticket) };
}

describe('[ROOM-09 in part] a ticket for a room', () => {
  it('RP-40: a visitor gets a room ticket that expires within 30 s, and the address at which rooms are connected', async () => {
    const { content, url, ticket } = await ticketOf(shop.visitor(), '12345678901234567890');
    expect(url).toBe(ROOM_SOCKET_URL);
    expect(content?.rid).toBe('12345678901234567890');
    expect(content?.expiresAtMs).toBeLessThanOrEqual(Date.now() + ROOM_TICKET_LIFE_MS);
    expect(read(ticket, 'another-key-of-thirty-two-letters!!')).toBeNull();
  });

  it('room tickets of one device have the same subject, and each ticket has an id of its own', async () => {
    const visitor = shop.visitor();
    const [first, second, other] = [
      await ticketOf(visitor, '1'),
      await ticketOf(visitor, '2'),
      await ticketOf(shop.visitor(), '1'),
    ];
    expect(second.content?.subject).toBe(first.content?.subject);
    expect(other.content?.subject).not.toBe(first.content?.subject);
    expect(second.content?.id).not.toBe(first.content?.id);
  });

  it.each(['', 'abc', '123456789012345678901', '-1', '1.5'])(
    'a room ticket for the room id %j is refused as malformed',
    async (rid) => {
      expect((await shop.visitor().call(issueRoomTicket, { rid })).refusal).toBe('malformed');
    },
  );

  it('a room ticket is in no log line', async () => {
    const { ticket } = await ticketOf(shop.visitor(), '7');
    expect(shop.log()).not.toContain(ticket);
  });
});

it('without settings for rooms a room ticket is refused', async () => {
  const plain = await openShop();
  try {
    expect((await plain.visitor().call(issueRoomTicket, { rid: '1' })).refusal).toBe('rooms-not-served');
  } finally {
    await plain.close();
  }
});
