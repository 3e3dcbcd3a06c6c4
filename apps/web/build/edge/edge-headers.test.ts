import { expect, it } from 'vitest';
import { edgeHeaders } from './edge-headers.ts';
import { readEdgeSettings } from './edge-settings.ts';

it('the security policy allows room sockets on pages without payment, and not on pay and login pages', () => {
  const env = {
    SITE_URL: 'https://pay.example',
    ROOMS_URL: 'http://10.0.0.9:8200',
    ROOM_HOSTS: 'rooms.example',
  };
  const sets = edgeHeaders(readEdgeSettings(env, '/srv/site'), []);
  const sockets = Object.entries(sets).map(([set, headers]) => [
    set,
    headers['content-security-policy']?.match(/wss:\/\/\S+?(?=[ ;])/g) ?? [],
  ]);
  const all = ['wss://pay.example', 'wss://rooms.example'];
  expect(Object.fromEntries(sockets)).toEqual({ page: all, pay: [], login: [], asset: all });
});
