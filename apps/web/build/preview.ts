/**
 * Serves dist/ as the edge does, by the same table: compressed, with security headers, calls passed to the API. PORT, and
 * the settings of docs/operations/edge.md; SITE_DIR for another build.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edgeHeaders, REFUSAL_HEADERS, type HeaderSet } from './edge/edge-headers.ts';
import { edgePlaces, type PageFacts, type Serve } from './edge/edge-places.ts';
import { edgePage } from './edge/edge-refusals.ts';
import { readEdgeSettings } from './edge/edge-settings.ts';
import { BYTES, FILE_TYPES } from './edge/file-types.ts';
import { findPlace } from './edge/find-place.ts';
import { handToApi } from './edge/hand-to-api.ts';
import { handToGateway, refuseUpgrade, upgradeAtGateway } from './edge/hand-to-gateway.ts';
import { inlineScriptsOf } from './edge/read-site.ts';

const DIST = resolve(process.env['SITE_DIR'] ?? fileURLToPath(new URL('../dist', import.meta.url)));
const PORT = Number(process.env['PORT'] ?? 4100);

const settings = readEdgeSettings({ SITE_URL: `http://127.0.0.1:${PORT}`, ...process.env }, DIST);
const HEADERS = edgeHeaders(settings, inlineScriptsOf(DIST));
const PLACES = edgePlaces(settings);

const TWINS = [
  { name: 'br', ending: '.br', accepted: /\bbr\b/ },
  { name: 'gzip', ending: '.gz', accepted: /\bgzip\b/ },
] as const;

/** A file that was changed after the build has an outdated compressed copy. */
function isFresh(twin: string, file: string): boolean {
  const made = statSync(twin, { throwIfNoEntry: false });
  return made !== undefined && made.mtimeMs >= statSync(file).mtimeMs;
}

interface Sending {
  readonly status: number;
  readonly headers: HeaderSet;
  readonly extra?: PageFacts;
  readonly type?: string;
}

function factHeaders({ canonical, isHidden }: PageFacts): Record<string, string> {
  return {
    ...(canonical === undefined ? {} : { link: `<${canonical}>; rel="canonical"` }),
    ...(isHidden === true ? { 'x-robots-tag': 'noindex' } : {}),
  };
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: string, how: Sending): void {
  if (!existsSync(file) || !statSync(file).isFile()) return sendNothing(response);
  const accepted = request.headers['accept-encoding'] ?? '';
  const twin = TWINS.find((one) => one.accepted.test(accepted) && isFresh(`${file}${one.ending}`, file));
  const body = readFileSync(`${file}${twin?.ending ?? ''}`);
  response.writeHead(how.status, {
    ...HEADERS[how.headers],
    ...factHeaders(how.extra ?? {}),
    'content-type': how.type ?? FILE_TYPES[extname(file).slice(1)] ?? BYTES,
    'content-length': body.length,
    vary: 'Accept-Encoding',
    ...(twin !== undefined && { 'content-encoding': twin.name }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function sendNothing(response: ServerResponse): void {
  response
    .writeHead(404, { ...HEADERS.page, 'content-type': 'text/plain; charset=utf-8' })
    .end('not found\n');
}

/** Whether the method is allowed: files are only read, but a bank may post a form to the page to which it returns. */
function mayAsk(serve: Serve, method: string): boolean {
  if (serve.kind === 'api' || serve.kind === 'room-call' || method === 'GET' || method === 'HEAD')
    return true;
  return serve.kind === 'file' && serve.takesForms && method === 'POST';
}

function sendNotAllowed(response: ServerResponse): void {
  response
    .writeHead(405, { ...REFUSAL_HEADERS, allow: 'GET, HEAD', 'content-type': 'text/html; charset=utf-8' })
    .end(edgePage('malformed'));
}

interface PreviewRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly search: string;
}

type Servers = {
  readonly [Kind in Serve['kind']]: (serve: Extract<Serve, { kind: Kind }>, request: PreviewRequest) => void;
};

const sendUpgradeRequired = (response: ServerResponse): void =>
  void response.writeHead(426, { ...HEADERS.page, upgrade: 'websocket' }).end();

/** Room sockets go to the gateways in turn. */
let turn = 0;
function gatewaysInTurn(): readonly string[] {
  const { roomHosts } = settings;
  turn = (turn + 1) % Math.max(roomHosts.length, 1);
  return [...roomHosts.slice(turn), ...roomHosts.slice(0, turn)];
}

const SERVERS: Servers = {
  api: ({ bodyBytesMax }, { request, response }) =>
    handToApi(request, response, { apiHost: settings.apiHost, bodyBytesMax }),
  'room-call': ({ bodyBytesMax }, { request, response }) =>
    void handToGateway(request, response, gatewaysInTurn(), bodyBytesMax),
  'room-socket': (_serve, { response }) => sendUpgradeRequired(response),
  redirect: ({ to }, { response, search }) => {
    response.writeHead(302, { ...HEADERS.page, location: `${to}${search}` }).end();
  },
  file: ({ file, headers, extra }, { request, response }) =>
    sendFile(request, response, join(DIST, file), { status: 200, headers, extra }),
  outside: ({ file, type }, { request, response }) =>
    sendFile(request, response, file, { status: 200, headers: 'page', type }),
  'named-file': ({ headers }, { request, response, path }) =>
    sendFile(request, response, join(DIST, path), { status: 200, headers }),
  shell: (_serve, { request, response }) =>
    sendFile(request, response, join(DIST, '_shell.html'), { status: 404, headers: 'pay' }),
  nothing: (_serve, { response }) => sendNothing(response),
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://site');
  const path = normalize(decodeURIComponent(pathname));
  const { serve } = findPlace(PLACES, path);
  if (!mayAsk(serve, request.method ?? 'GET')) return sendNotAllowed(response);
  SERVERS[serve.kind](serve as never, { request, response, path, search });
}

const server = createServer((request, response) => {
  try {
    answer(request, response);
  } catch {
    // A malformed address, or a file that a new build has just deleted.
    if (!response.headersSent) response.writeHead(500, HEADERS.page);
    response.end();
  }
});

server.on('upgrade', (request, visitor) => {
  visitor.on('error', () => visitor.destroy());
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  if (findPlace(PLACES, pathname).serve.kind === 'room-socket')
    upgradeAtGateway(request, visitor, gatewaysInTurn());
  else refuseUpgrade(visitor, 404);
});

server.listen(PORT, '127.0.0.1', () => process.stdout.write(`site on http://127.0.0.1:${PORT}\n`));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
