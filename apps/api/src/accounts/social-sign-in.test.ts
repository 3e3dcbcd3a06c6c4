import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { socialChecks } from './social-sign-in.ts';

let provider: Server | undefined;
afterEach(() => {
  provider?.closeAllConnections();
  provider?.close();
  provider = undefined;
});

let requestedUrls: string[] = [];
async function providerThat(answers: { status: number; body: string }): Promise<string> {
  requestedUrls = [];
  const server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.writeHead(answers.status, { 'content-type': 'application/json' }).end(answers.body);
  });
  provider = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NOW = new Date('2026-11-15T12:00:00Z');
const NOW_S = NOW.getTime() / 1000;
const checksAt = (url: string) =>
  socialChecks(
    {
      facebook: { apiUrl: url, appId: '17', appSecret: 'hush' },
      google: { certsUrl: `${url}/certs`, clientId: 'client' },
    },
    () => NOW,
  );
const sent = { userId: '5', accessToken: 'a b' };
const idToken = `${Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url')}.e30.c2ln`;

const good = { app_id: '17', user_id: '5', is_valid: true, expires_at: NOW_S + 1 };

it.each([
  ['a live token of this app and person', good, 'proven'],
  ['a token that never expires', { ...good, expires_at: 0 }, 'proven'],
  ['an expired token that is still marked valid', { ...good, expires_at: NOW_S }, 'refused'],
  ['a token of another app', { ...good, app_id: '18' }, 'refused'],
  ['a token of another person', { ...good, user_id: '6' }, 'refused'],
  ['a token without a person', { app_id: '17', is_valid: true }, 'refused'],
  ['a token that is not valid', { ...good, is_valid: false }, 'refused'],
])(
  '[LGN-02] a Facebook access token is accepted or refused according to Facebook’s report: %s',
  async (_what, data, kind) => {
    const url = await providerThat({ status: 200, body: JSON.stringify({ data }) });
    expect((await checksAt(url).checkAccessToken(sent)).kind).toBe(kind);
    expect(requestedUrls).toEqual(['/debug_token?input_token=a+b&access_token=17%7Chush']);
  },
);

it.each([
  ['fails', 500, '{}'],
  ['limits us', 400, '{"error":{"code":4}}'],
  ['answers no JSON', 200, '<html>'],
  ['answers with other fields', 200, '{"data":[]}'],
])(
  'a sign-in provider that %s is reported as unavailable, and no token is accepted or refused',
  async (_what, status, body) => {
    const checks = checksAt(await providerThat({ status, body }));
    expect(await checks.checkAccessToken(sent)).toEqual({ kind: 'away' });
    expect(await checks.checkIdToken(idToken, () => true)).toEqual({ kind: 'away' });
  },
);

it('a sign-in provider that cannot be reached is reported as unavailable', async () => {
  const url = await providerThat({ status: 200, body: '{}' });
  await new Promise((resolve) => provider?.close(resolve));
  const checks = checksAt(url);
  expect(await checks.checkAccessToken(sent)).toEqual({ kind: 'away' });
  expect(await checks.checkIdToken(idToken, () => true)).toEqual({ kind: 'away' });
});

it('the keys of a sign-in provider are fetched once, also if a token names an unknown key', async () => {
  const checks = checksAt(await providerThat({ status: 200, body: '{"keys":[]}' }));
  for (let i = 0; i < 5; i += 1)
    expect(await checks.checkIdToken(idToken, () => true)).toEqual({ kind: 'refused' });
  expect(requestedUrls).toEqual(['/certs']);
});

it('a sign-in provider that is not configured accepts no token', async () => {
  const checks = socialChecks({ facebook: null, google: null }, () => NOW);
  expect(await checks.checkAccessToken(sent)).toEqual({ kind: 'refused' });
  expect(await checks.checkIdToken(idToken, () => true)).toEqual({ kind: 'refused' });
});
