import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  logInWithPassword,
  readServerTime,
  readTicket,
  uploadFile,
  uploadRecipientHistory,
} from '@jawhara/contract';
import { REPOSITORY } from '../../stack/repository.ts';
import type { Target } from '../target/target.ts';
import type { Answer } from '../wire/answers.ts';
import { ask, askApi, type Question } from '../wire/ask.ts';
import { exchange, type Peer } from '../wire/exchange.ts';

/**
 * `page`: a page, a file or an error page. `call`: a path of the API, answered with our JSON envelope. `plain`: anything over
 * http.
 */
export type AnswerKind = 'page' | 'call' | 'plain';

export interface StatusRequest {
  readonly name: string;
  /** Accepted statuses; 0 stands for a connection closed without an answer. */
  readonly statuses: readonly number[];
  readonly kind: AnswerKind;
  provoke(target: Target): Promise<Answer | null>;
}

const LONG = 'a'.repeat(20_000);
const LONGER = 'a'.repeat(70_000);

const page = (name: string, statuses: readonly number[], question: Question): StatusRequest => ({
  name,
  statuses,
  kind: 'page',
  provoke: (target) => ask(target, question),
});

const call = (name: string, statuses: readonly number[], question: Question): StatusRequest => ({
  ...page(name, statuses, question),
  kind: 'call',
});

/** A request that `Question` cannot express, written byte by byte. */
function rawRequest(
  name: string,
  statuses: readonly number[],
  kind: AnswerKind,
  write: (host: string) => string,
  peer: (target: Target) => Peer = ({ port, host }) => ({ port, servername: host }),
): StatusRequest {
  const provoke = async (target: Target): Promise<Answer | null> =>
    (await exchange(peer(target), write(target.host))).answers[0] ?? null;
  return { name, statuses, kind, provoke };
}

function assetPath(): string {
  const name = readdirSync(join(REPOSITORY, 'apps/web/dist/assets')).find((one) => one.endsWith('.js'));
  return `/assets/${name}`;
}

async function notModified(target: Target): Promise<Answer | null> {
  const etag = (await ask(target, { path: '/pay' }))?.headers.get('etag') ?? '';
  return ask(target, { path: '/pay', headers: { 'If-None-Match': etag } });
}

/** Makes more calls as one device than a minute allows, and returns the refusal. */
async function tooMany(target: Target): Promise<Answer | null> {
  const first = await askApi(target, readServerTime.path);
  const cookie = first?.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await askApi(target, readTicket.path, {
      json: { ticket: 'x' },
      headers: { Cookie: cookie },
    });
    if (answer?.status === 429) return answer;
  }
  return null;
}

const withoutApi = (question: Question) => (target: Target) =>
  ask(target, { ...question, peer: { port: target.deadApiPort } });

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TIME = readServerTime.path;

const PAGE_REQUESTS: readonly StatusRequest[] = [
  page('a page', [200], { path: '/pay' }),
  page('the login page', [200], { path: '/login' }),
  page('a page by its head', [200], { path: '/pay', method: 'HEAD' }),
  page('a file with a hash', [200], { path: assetPath() }),
  page('a part of a file', [206], { path: assetPath(), headers: { Range: 'bytes=0-9' } }),
  page('a part beyond a file', [416], { path: assetPath(), headers: { Range: 'bytes=99999999-' } }),
  page('another page than this one', [412], { path: '/pay', headers: { 'If-Match': '"x"' } }),
  page('the old start', [301, 302, 308], { path: '/home' }),
  { name: 'a page that is known', statuses: [304], kind: 'page', provoke: notModified },
  page('no page', [404], { path: '/nothing-here' }),
  page('no file', [404], { path: '/nothing.js' }),
  page('an order to delete', [200, 405], { path: '/pay', method: 'DELETE' }),
  page('a file by a form', [405], { path: assetPath(), method: 'POST', body: '' }),
  page('TRACE', [405], { path: '/pay', method: 'TRACE' }),
  page('CONNECT', [400, 405, 0], { path: 'stranger.test:443', method: 'CONNECT' }),
  page('a path above the root', [400], { path: '/../x' }),
  page('a path with a broken escape', [400], { path: '/%zz' }),
  page('a path of 20 kB', [414], { path: `/${LONG}` }),
  page('a header of 70 kB', [400, 431], { path: '/pay', headers: { X: LONGER } }),
  page('a form over 64 KiB', [200, 413], { path: '/pay', method: 'POST', body: LONGER }),
  page('an unknown coding', [400, 501], {
    path: '/pay',
    method: 'POST',
    headers: { 'Transfer-Encoding': 'gzip' },
  }),
  rawRequest(
    'two hosts',
    [400],
    'page',
    (host) => `GET /pay HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`,
  ),
  rawRequest(
    'another version',
    [400, 505, 0],
    'page',
    (host) => `GET /pay HTTP/3.7\r\nHost: ${host}\r\n\r\n`,
  ),
  rawRequest('no request at all', [400, 0], 'page', () => 'nonsense\r\n\r\n'),
  rawRequest(
    'plain http to the port of https',
    [400, 0],
    'plain',
    (host) => `GET /pay HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ({ port }) => ({ port, isPlain: true }),
  ),
];

const PLAIN_REQUESTS: readonly StatusRequest[] = [
  rawRequest(
    'http is led to https',
    [301, 308],
    'plain',
    (host) => `GET /pay HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ({ plainPort }) => ({ port: plainPort, isPlain: true }),
  ),
  rawRequest(
    'nonsense over http',
    [400, 0],
    'plain',
    () => 'nonsense\r\n\r\n',
    ({ plainPort }) => ({ port: plainPort, isPlain: true }),
  ),
  rawRequest(
    'a path of 20 kB over http',
    [308, 414, 0],
    'plain',
    (host) => `GET /${LONG} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ({ plainPort }) => ({ port: plainPort, isPlain: true }),
  ),
];

const CALL_REQUESTS: readonly StatusRequest[] = [
  call('a call', [200], { path: TIME }),
  call('no call', [404], { path: '/api/nothing/' }),
  call('a call by another method', [404, 405], { path: TIME, method: 'DELETE' }),
  call('a call with broken JSON', [400], {
    path: logInWithPassword.path,
    method: 'POST',
    headers: JSON_TYPE,
    body: '{',
  }),
  call('a call of an unknown type', [400, 415], {
    path: logInWithPassword.path,
    method: 'POST',
    headers: { 'Content-Type': 'x/y' },
    body: '{',
  }),
  call('a change by a page of a stranger', [403], {
    path: uploadRecipientHistory.path,
    method: 'POST',
    headers: { ...JSON_TYPE, Origin: 'https://stranger.test', 'Sec-Fetch-Site': 'cross-site' },
    body: '{}',
  }),
  call('a call above the root', [400], { path: '/api/../../x' }),
  call('a call with a broken escape', [400], { path: '/api/%zz' }),
  call('a call over 64 KiB', [413], { path: TIME, method: 'POST', headers: JSON_TYPE, body: LONGER }),
  call('a call of 20 kB in its path', [414], { path: `/api/${LONG}/` }),
  call('a call with a query of 15 kB and long headers', [200, 400, 414, 431], {
    path: `${TIME}?${'a'.repeat(15_000)}`,
    headers: { X: 'b'.repeat(10_000) },
  }),
  call('a call with a header of 70 kB', [400, 431], { path: TIME, headers: { X: LONGER } }),
  call('a call in an unknown coding', [400, 501], {
    path: TIME,
    method: 'POST',
    headers: { 'Transfer-Encoding': 'gzip' },
  }),
  rawRequest(
    'a call with two lengths',
    [400],
    'call',
    (host) => `POST ${TIME} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  ),
  rawRequest(
    'a call with a null byte',
    [400],
    'call',
    (host) => `GET ${TIME} HTTP/1.1\r\nHost: ${host}\r\nX: a\u0000b\r\n\r\n`,
  ),
  {
    name: 'a file over its limit',
    statuses: [413],
    kind: 'call',
    provoke: (target) =>
      ask(target, { path: uploadFile.path, method: 'POST', headers: { 'Content-Length': '99999999' } }),
  },
  { name: 'more calls than a minute allows', statuses: [429], kind: 'call', provoke: tooMany },
  { name: 'a call without an API', statuses: [502, 503], kind: 'call', provoke: withoutApi({ path: TIME }) },
  {
    name: 'a notification without an API',
    statuses: [502, 503],
    kind: 'call',
    provoke: withoutApi({ path: '/webhooks/adyen/', method: 'POST', headers: JSON_TYPE, body: '{}' }),
  },
];

export const STATUS_REQUESTS: readonly StatusRequest[] = [
  ...PAGE_REQUESTS,
  ...PLAIN_REQUESTS,
  ...CALL_REQUESTS,
];
