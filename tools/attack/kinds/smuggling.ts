import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readServerTime, uploadFile } from '@jawhara/contract';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { lenientServer } from '../weak/lenient-server.ts';
import { askApi } from '../wire/ask.ts';
import { exchange } from '../wire/exchange.ts';
import { askHttp2 } from '../wire/http2-request.ts';
import { HTTP2_REQUESTS } from './smuggling-http2.ts';
import { AMBIGUOUS_REQUESTS } from './smuggling-requests.ts';

/** A path whose body nginx buffers, a path whose body it streams on, and a page that it serves itself. */
const PATHS = [readServerTime.path, uploadFile.path, '/pay'];

let markers = 0;

/** A path that appears in a log only if a server took the hidden text for a request. */
function newMarker(): string {
  markers += 1;
  return `/api/smuggled-${process.pid}-${markers}/`;
}

function logsName(target: Target, marker: string): boolean {
  return target.logFiles().some((file) => readFileSync(file, 'latin1').includes(marker));
}

/** The next visitor, who may share the connection to the API, must receive the answer to their own request. */
async function nextVisitor(target: Target): Promise<string | null> {
  const answer = await askApi(target, readServerTime.path);
  return answer?.status === 200 ? null : `the next visitor got ${answer?.status ?? 'nothing'}`;
}

async function tryRequest(target: Target, path: string, request: (typeof AMBIGUOUS_REQUESTS)[number]) {
  const marker = newMarker();
  const smuggled = `GET ${marker} HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`;
  const bytes = request.write({ path, host: target.host, smuggled });
  const { answers, isClosed } = await exchange({ port: target.port, servername: target.host }, bytes, {
    withinMs: 1_500,
  });
  const [first] = answers;
  const finding = (): string | null => {
    if (answers.length > 1) return `answered ${answers.length} times`;
    if (first === undefined || request.expected === 'one answer') return null;
    if (first.status < 400) return `answered with ${first.status} instead of being refused`;
    return isClosed ? null : 'refused, and the connection stays open';
  };
  return { tried: `${request.name} to ${path}`, marker, finding: finding() };
}

async function* overHttp1(target: Target): AsyncGenerator<Probe> {
  const tried = [];
  for (const path of PATHS) {
    // All requests are sent at the same time, because each waits for an answer that must not come.
    const results = await Promise.all(AMBIGUOUS_REQUESTS.map((request) => tryRequest(target, path, request)));
    for (const { tried: what, finding } of results) yield probe(what, finding);
    tried.push(...results);
    yield probe(`a visitor after all of them to ${path}`, await nextVisitor(target));
  }
  await sleep(200);
  for (const { tried: what, marker } of tried)
    yield probe(`${what}, in the logs`, logsName(target, marker) ? 'the hidden request was served' : null);
}

async function* overHttp2(target: Target): AsyncGenerator<Probe> {
  const results = await Promise.all(
    HTTP2_REQUESTS.map(async ({ name, write, mayBeServed }) => {
      const marker = newMarker();
      const request = write({ host: target.host, path: readServerTime.path, marker });
      const answer = await askHttp2({ port: target.port, servername: target.host }, request);
      const status = answer?.status ?? null;
      const isServed = status !== null && status < 400;
      return { name, marker, finding: isServed && mayBeServed !== true ? `answered with ${status}` : null };
    }),
  );
  for (const { name, finding } of results) yield probe(`HTTP/2: ${name}`, finding);
  yield probe('HTTP/2: a visitor after all of them', await nextVisitor(target));
  await sleep(200);
  for (const { name, marker } of results)
    yield probe(
      `HTTP/2: ${name}, in the logs`,
      logsName(target, marker) ? 'the hidden request was served' : null,
    );
}

/** Requests that two servers in a row could read differently. */
export const smuggling: Attack = {
  name: 'request smuggling',
  tool: 'wire',
  async *run(target) {
    yield* overHttp1(target);
    yield* overHttp2(target);
  },
  plants: [
    {
      weakness: 'a server that reads Content-Length where chunks are announced',
      reported: /Content-Length and chunks.*answered 2 times/,
      start: (target) => lenientServer(target, { readsLengthFirst: true }),
    },
    {
      weakness: 'a server that takes two hosts in one request',
      reported: /two hosts.*answered with 200/,
      start: (target) => lenientServer(target, { readsLengthFirst: false }),
    },
  ],
};
