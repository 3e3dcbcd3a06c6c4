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
  ])('%s is served as %s', (path, kind) => expect(serve(path).kind).toBe(kind));
});

it('files of a report may be large, each as its kind may be; everything else is small', () => {
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
  ])('%s is served as %s', (path, kind) => {
    expect(findPlace(withRooms, path).serve.kind).toBe(kind);
    expect(serve(path).kind).toBe('api');
  });

  it('a reading call may go to the next gateway, a batch of changes goes to one', () => {
    const calls = ['/api/room/full_status/', '/api/room/inlet/'].map(
      (path) => findPlace(withRooms, path).serve,
    );
    expect(calls).toMatchObject([{ mayRepeat: true }, { mayRepeat: false }]);
  });
});

it('the login page alone has the policy with the sign-in scripts', () => {
  const headers = (path: string) => {
    const found = serve(path);
    return found.kind === 'file' ? found.headers : null;
  };
  expect(['/login', '/login/'].map(headers)).toEqual(['login', 'login']);
  expect(['/', '/pay', '/pay/', '/fines', '/pay-step'].map(headers)).toEqual(Array(5).fill('pay'));
});

it('pages where nothing is paid are closed to banks, and so is every file', () => {
  const headers = (path: string) => {
    const found = serve(path);
    return found.kind === 'file' ? found.headers : null;
  };
  expect(['/share.html', '/test', '/robots.txt'].map(headers)).toEqual(Array(3).fill('page'));
});

it('a second name of a page is found under its first', () => {
  const found = serve('/recharge');
  expect(found.kind === 'file' && found.extra.canonical).toBe('https://pay.example/pay');
});
