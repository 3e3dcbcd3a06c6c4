import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { edgePlaces } from './edge-places.ts';
import { readEdgeSettings } from './edge-settings.ts';
import { findPlace } from './find-place.ts';

const site = mkdtempSync(join(tmpdir(), 'edge-site-'));
for (const file of [
  'index.html',
  '_shell.html',
  'robots.txt',
  'robots.txt.br',
  'first-paint.js',
  'share.html',
])
  writeFileSync(join(site, file), 'x');
afterAll(() => rmSync(site, { recursive: true }));

const places = edgePlaces(readEdgeSettings({ SITE_URL: 'https://pay.example' }, site));
const serve = (path: string) => findPlace(places, path).serve;

describe('a path', () => {
  it.each([
    ['/', 'file'],
    ['/pay', 'file'],
    ['/pay/', 'file'],
    ['/share.html', 'file'],
    ['/robots.txt', 'file'],
    ['/home', 'redirect'],
    ['/assets/a-1.js', 'named-file'],
    ['/assets/a-1.js.map', 'nothing'],
    ['/assets/a-1.js.br', 'nothing'],
    ['/assets/deeper/a.js', 'nothing'],
    ['/robots.txt.br', 'nothing'],
    ['/first-paint.js', 'nothing'],
    ['/_shell.html', 'nothing'],
    ['/.vite/csp.json', 'nothing'],
    ['/.well-known/x', 'nothing'],
    ['/payx', 'shell'],
    ['/apix', 'shell'],
    ['/api/anything.js', 'api'],
    ['/third/x', 'api'],
    ['/webhooks/adyen/', 'api'],
  ])('the web server handles the path %s as “%s”', (path, kind) => expect(serve(path).kind).toBe(kind));
});

it('upload paths allow large request bodies, every other API path allows 64 KiB', () => {
  const limit = (path: string) => {
    const found = serve(path);
    return found.kind === 'api' ? found.bodyBytesMax : null;
  };
  expect(limit('/api/upload/')).toBe(50 * 1024 * 1024 + 64 * 1024);
  expect(limit('/api/user/upload_image/')).toBe(10 * 1024 * 1024 + 64 * 1024);
  expect(limit('/api/order/create_coin_pay/')).toBe(64 * 1024);
  expect(limit('/webhooks/payermax/')).toBe(64 * 1024);
});

describe('below /api/room/', () => {
  const withRooms = edgePlaces(
    readEdgeSettings({ SITE_URL: 'https://pay.example', ROOMS_URL: 'http://10.0.0.9:8200' }, site),
  );

  it.each([
    ['/api/room/ticket/', 'api'],
    ['/api/room/full_status/', 'room-call'],
    ['/api/room/inlet/', 'room-call'],
    ['/api/room/socket/', 'room-socket'],
    ['/api/room/socket/x', 'api'],
    ['/api/room/', 'api'],
  ])('with room gateways the path %s is handled as “%s”', (path, kind) => {
    expect(findPlace(withRooms, path).serve.kind).toBe(kind);
    expect(serve(path).kind).toBe('api');
  });

  it('a room status call may be retried on another gateway, and a batch of room changes may not', () => {
    const calls = ['/api/room/full_status/', '/api/room/inlet/'].map(
      (path) => findPlace(withRooms, path).serve,
    );
    expect(calls).toMatchObject([{ mayRepeat: true }, { mayRepeat: false }]);
  });
});

it('only the login page has the security policy with the sign-in scripts', () => {
  const headers = (path: string) => {
    const found = serve(path);
    return found.kind === 'file' ? found.headers : null;
  };
  expect(['/login', '/login/'].map(headers)).toEqual(['login', 'login']);
  expect(['/', '/pay', '/pay/', '/fines', '/pay-step'].map(headers)).toEqual(Array(5).fill('pay'));
});

it('pages without payment and static files have the security policy without banks', () => {
  const headers = (path: string) => {
    const found = serve(path);
    return found.kind === 'file' ? found.headers : null;
  };
  expect(['/share.html', '/test', '/robots.txt'].map(headers)).toEqual(Array(3).fill('page'));
});

it('a page with a second name has the first name as canonical address', () => {
  const found = serve('/recharge');
  expect(found.kind === 'file' && found.extra.canonical).toBe('https://pay.example/pay');
});
