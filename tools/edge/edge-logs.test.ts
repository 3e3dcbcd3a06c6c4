import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw } from './test/raw-request.ts';
import { patientApi, startSmallEdge, type SmallEdge } from './test/small-edge.ts';

const SECRETS = ['key-4711', 'pass-4712', 'ticket-4713', 'back-4714'] as const;
const [KEY, PASSWORD, TICKET, BACK] = SECRETS;
const QUERY = `session_key=${KEY}&password=${PASSWORD}&ticket=${TICKET}`;
const HOST = `Host: 127.0.0.1\r\nConnection: close\r\nReferer: https://127.0.0.1/pay?session_key=${BACK}\r\n`;

let edge: SmallEdge;
let alone: SmallEdge;
let narrow: SmallEdge;
beforeAll(async () => {
  edge = await startSmallEdge({ api: patientApi() });
  alone = await startSmallEdge();
  narrow = await startSmallEdge({ api: patientApi(), env: { EDGE_CALLS_PER_SECOND: '1' } });
  // A link to itself: opening it makes nginx log an error of high severity.
  symlinkSync('loop-1.js', join(edge.siteDir, 'assets/loop-1.js'));
});
afterAll(() => Promise.all([edge, alone, narrow].map((one) => one.stop())));

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;

it('no query, referrer or secret of a request is in any nginx log, whatever the status of the request', async () => {
  const long = 'a'.repeat(20_000);
  const sent: readonly (readonly [SmallEdge, string, number | null])[] = [
    [edge, get(`/pay?${QUERY}`), 200],
    [edge, get(`/api/user/account_login/?${QUERY}`), 200],
    [edge, get(`/nothing?${QUERY}`), 404],
    [edge, get(`/nothing%3F${QUERY}`), 404],
    [edge, get(`/pay;${QUERY}`), 404],
    [edge, get(`/home?${QUERY}`), 302],
    [edge, get(`https://127.0.0.1/pay?${QUERY}`), 200],
    [edge, `POST /api/x/?${QUERY} HTTP/1.1\r\n${HOST}Content-Length: 70000\r\n\r\n`, 413],
    [edge, `POST /pay?${QUERY} HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`, 405],
    [edge, get(`/../?${QUERY}`), 400],
    [edge, get(`/api/x/?${QUERY}`, `x : y\r\nContent-Length: a\r\n`), 400],
    [edge, get(`/api/x/?${QUERY}`, `Cookie: a=${KEY}${long}\r\n`), 431],
    [edge, get(`/api/x/?${QUERY}&${long}`), 414],
    [edge, `${QUERY}\r\n\r\n`, 400],
    [edge, get(`/assets/loop-1.js?${QUERY}`), 404],
    [edge, `GET /pay?${QUERY} HTTP/1.1\r\nHost: evil.example\r\n\r\n`, null],
    [alone, get(`/api/user/account_login/?${QUERY}`), 502],
    [narrow, get(`/api/x/?${QUERY}`), 200],
    [narrow, get(`/api/x/?${QUERY}`), 200],
    [narrow, get(`/api/x/?${QUERY}`), 200],
    [narrow, get(`/api/x/?${QUERY}`), 429],
  ];
  for (const [where, text, status] of sent) {
    const answer = await sendRaw({ port: where.port, text });
    expect([text.slice(0, 60), answer.status]).toEqual([text.slice(0, 60), status]);
  }
  const plain = await sendRaw({ port: edge.plainPort, isPlain: true, text: get(`/pay?${QUERY}`) });
  expect(plain.status).toBe(308);

  const logs = [edge, alone, narrow].map((one) => one.logs()).join('\n');
  for (const secret of SECRETS) expect(logs).not.toContain(secret);
  expect(logs).not.toMatch(/[?]|session_key|password|https:/);
  // nginx has logged all requests, each with its status.
  expect(logs.match(/\n?\S+ GET \/api\/user\/account_login\/ 502 /g)).toHaveLength(1);
  expect(logs).toMatch(/ POST \/api\/x\/ 413 /);
  expect(logs).toMatch(/ GET \/api\/x\/ 429 /);
  expect(logs).toMatch(/ GET \/assets\/loop-1\.js 404 /);
});
