import { expect, it } from 'vitest';
import { readEdgeSettings } from './edge-settings.ts';

const read = (env: Record<string, string>) => readEdgeSettings(env, '/srv/site');

it('the web server listens for http, or for https with a redirect from http', () => {
  expect(read({})).toMatchObject({ listen: ['80'], redirectListen: [], tls: null });
  const tls = { EDGE_TLS_CERTIFICATE: '/etc/a.pem', EDGE_TLS_KEY: '/etc/k.pem' };
  expect(read(tls)).toMatchObject({ listen: ['443'], redirectListen: ['80'] });
  const own = { ...tls, EDGE_LISTEN: '127.0.0.1:8443, [::1]:8443' };
  expect(read(own)).toMatchObject({ listen: ['127.0.0.1:8443', '[::1]:8443'], redirectListen: [] });
});

it('the web server answers to the site’s host and to its backup hosts', () => {
  const env = { SITE_URL: 'https://pay.example:8443', BACKUP_DOMAINS: '{"pay.example":["pay2.example"]}' };
  expect(read(env)).toMatchObject({
    hosts: ['pay.example', 'pay2.example'],
    siteOrigin: 'https://pay.example:8443',
  });
});

it('room hosts and sockets are configured only when room gateways are set', () => {
  expect(read({ ROOM_HOSTS: 'rooms.example' })).toMatchObject({ roomHosts: [], socketOrigins: [] });
  const env = {
    SITE_URL: 'https://pay.example:8443',
    ROOMS_URL: 'http://10.0.0.9:8200, http://10.0.0.10:8200',
    ROOM_HOSTS: 'rooms-1.example rooms-2.example:8443 pay.example:8443',
  };
  expect(read(env)).toMatchObject({
    roomHosts: ['10.0.0.9:8200', '10.0.0.10:8200'],
    socketOrigins: ['wss://pay.example:8443', 'wss://rooms-1.example', 'wss://rooms-2.example:8443'],
  });
});

it.each([
  [{ EDGE_LISTEN: '80; return 200' }, /EDGE_LISTEN/],
  [{ EDGE_TRUSTED_PROXIES: '10.0.0.0/8;' }, /EDGE_TRUSTED_PROXIES/],
  [{ COUNTRY_HEADER: 'x y' }, /COUNTRY_HEADER/],
  [{ EDGE_LOG_DIR: '/var/log; }' }, /EDGE_LOG_DIR/],
  [{ APPLE_DOMAIN_FILE: '/nowhere/at/all' }, /is not there/],
  [{ EDGE_TLS_KEY: '/etc/k.pem' }, /both or none/],
  [{ BACKUP_DOMAINS: '{"a b":[]}' }, /BACKUP_DOMAINS/],
  [{ FIELDS_ORIGINS: '*' }, /is no origin/],
  [{ IMAGE_ORIGINS: 'https:' }, /is no origin/],
  [{ BANK_ORIGINS: '*' }, /is no origin/],
  [{ EDGE_CONNECTIONS_PER_ADDRESS: '0' }, /EDGE_CONNECTIONS_PER_ADDRESS/],
  [{ EDGE_CALLS_PER_SECOND: '10; }' }, /EDGE_CALLS_PER_SECOND/],
  [{ EDGE_SOCKETS: '70000' }, /EDGE_SOCKETS/],
  [{ EDGE_SOCKETS_PER_ADDRESS: 'many' }, /EDGE_SOCKETS_PER_ADDRESS/],
  [{ ROOMS_URL: 'http://a b:1' }, /ROOMS_URL/],
  [{ ROOMS_URL: 'http://a:1', ROOM_HOSTS: '*.example' }, /ROOM_HOSTS/],
  [{ ROOMS_URL: 'http://a:1', ROOM_HOSTS: 'https://rooms.example' }, /ROOM_HOSTS/],
])('the web server settings %j are refused', (env: Record<string, string>, why) =>
  expect(() => read(env)).toThrow(why),
);
