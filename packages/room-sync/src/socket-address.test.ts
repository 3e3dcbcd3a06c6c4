import { describe, expect, it } from 'vitest';
import { isMoveAllowed, readSocketQuery, socketAddress } from './socket-address.ts';

const RULES = { hosts: ['rooms-2.example', 'localhost:7001'], allowsPlainSocket: false };

describe('the address of a socket (RP-40)', () => {
  it.each([{ sn: null }, { sn: 0 }, { sn: 2 ** 53 - 1 }])(
    'room, ticket and sequence number in a socket’s address are read back as written: %o',
    ({ sn }) => {
      const query = { rid: '42', ticket: 'a+b/c=&d', sn };
      const { searchParams } = new URL(socketAddress('wss://rooms.example/api/room/socket/', query));
      expect(readSocketQuery((name) => searchParams.get(name))).toEqual(query);
    },
  );

  it.each([
    'ticket=t',
    'rid=1',
    'rid=1&ticket=',
    'rid=x&ticket=t',
    'rid=1&ticket=t&sn=',
    'rid=1&ticket=t&sn=-1',
    'rid=1&ticket=t&sn=1e3',
    'rid=1&ticket=t&sn=9007199254740993',
  ])('a room socket’s address is refused with the query %s', (text) => {
    const parameters = new URLSearchParams(text);
    expect(readSocketQuery((name) => parameters.get(name))).toBeNull();
  });
});

describe('a move (RP-45)', () => {
  it.each(['wss://rooms-2.example/', 'wss://rooms-2.example/api/room/socket/', 'wss://localhost:7001/x'])(
    '[ROOM-07] a move to the listed host in %s is allowed',
    (url) => {
      expect(isMoveAllowed(url, RULES)).toBe(true);
    },
  );

  it.each([
    'ws://rooms-2.example/',
    'https://rooms-2.example/',
    'wss://evil.example/',
    'wss://rooms-2.example.evil.example/',
    'wss://rooms-2.example@evil.example/',
    'wss://evil.example#rooms-2.example/',
    'wss://evil.example\\@rooms-2.example/',
    'wss://rooms-2.example:8443/',
    'wss://rooms-2.example',
    'wss://rooms-2.example/?ticket=mine',
    ' wss://rooms-2.example/',
    'javascript:alert(1)//wss://rooms-2.example/',
    '',
  ])('[ROOM-07] a move to %s is refused', (url) => {
    expect(isMoveAllowed(url, RULES)).toBe(false);
  });

  it('a move to an unencrypted ws: address is allowed only in development', () => {
    expect(isMoveAllowed('ws://localhost:7001/', { ...RULES, allowsPlainSocket: true })).toBe(true);
  });
});
