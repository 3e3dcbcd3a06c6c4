import { createServer, request as askOnwards } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { freePorts, HOST } from '../../stack/ports.ts';
import type { WeakTarget } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';

export interface FrontAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export interface FrontRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The ways in which a weak server differs from the edge behind it. */
export interface Weakness {
  /** Answers the request itself, or returns null to pass it to the edge. */
  readonly answersItself?: (request: FrontRequest) => FrontAnswer | null;
  readonly changeRequest?: (headers: Record<string, string | string[] | undefined>) => void;
  readonly changeAnswer?: (answer: FrontAnswer, request: FrontRequest) => void;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function edgeAnswer(target: Target, weakness: Weakness, request: IncomingMessage, body: Buffer) {
  // Pages are requested uncompressed, because compressed ones cannot be changed here.
  const headers: Record<string, string | string[] | undefined> = {
    ...request.headers,
    'accept-encoding': 'identity',
  };
  weakness.changeRequest?.(headers);
  const { port, host: servername } = target;
  const { method, url: path } = request;
  return new Promise<FrontAnswer>((answered, failed) => {
    const onwards = askOnwards(
      { host: HOST, port, servername, method, path, headers, rejectUnauthorized: false, agent: false },
      (answer) => {
        readAll(answer).then((whole) => {
          const status = answer.statusCode ?? 502;
          answered({ status, headers: { ...answer.headers }, body: whole });
        }, failed);
      },
    );
    onwards.on('error', failed);
    onwards.end(body);
  });
}

async function serve(target: Target, weakness: Weakness, request: IncomingMessage, response: ServerResponse) {
  const seen: FrontRequest = { path: request.url ?? '', headers: request.headers };
  const body = await readAll(request);
  const answer = weakness.answersItself?.(seen) ?? (await edgeAnswer(target, weakness, request, body));
  weakness.changeAnswer?.(answer, seen);
  delete answer.headers['transfer-encoding'];
  delete answer.headers['content-length'];
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** Starts a server with one weakness in front of the edge, and routes browsers to it. */
export async function startWeakFront(target: Target, weakness: Weakness): Promise<WeakTarget> {
  const [port = 0] = await freePorts(1);
  const { key, cert } = target.certificate;
  const server = createServer({ key, cert }, (request, response) => {
    serve(target, weakness, request, response).catch(() => response.destroy());
  });
  server.on('clientError', (_fault, socket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(port, HOST, listening));
  target.leadVisitorsTo(port);
  return {
    target: { ...target, port },
    stop() {
      target.leadVisitorsTo(target.port);
      return new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      });
    },
  };
}

/** Adds a script to the page that the site's policy accepts as ours. */
export function withScript(code: string): Weakness {
  const path = '/assets/weak.js';
  return {
    answersItself: (request) =>
      request.path === path
        ? { status: 200, headers: { 'content-type': 'text/javascript' }, body: Buffer.from(code) }
        : null,
    changeAnswer(answer) {
      if (!String(answer.headers['content-type']).startsWith('text/html')) return;
      const text = answer.body.toString('utf8');
      answer.body = Buffer.from(text.replace('</head>', `<script src="${path}"></script></head>`));
    },
  };
}
