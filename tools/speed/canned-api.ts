/** Answers the calls of /pay at once and always the same, so that a run measures the page and not the shop. Listens on PORT. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { parse, runBatch, SUCCESS_CODE } from '@jawhara/contract';
import { CANNED_ANSWERS, UNANSWERED_PATH } from './canned-answers.ts';

/** Paths that were called and have no canned response. */
const unanswered = new Set<string>();

const server = createServer((request, response) => {
  void answer(request.url ?? '/', () => json(request)).then(([status, data]) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(JSON.stringify(envelope(data)));
  });
});

async function answer(url: string, body: () => Promise<unknown>): Promise<[status: number, data: unknown]> {
  const { pathname } = new URL(url, 'http://api');
  if (pathname === UNANSWERED_PATH) return [200, [...unanswered]];
  if (pathname === runBatch.path) return [200, answerParts(await body())];
  return answerOne(pathname);
}

function answerOne(path: string): [status: number, data: unknown] {
  const data = CANNED_ANSWERS.get(path);
  if (data === undefined) unanswered.add(path);
  return [data === undefined ? 404 : 200, data];
}

function answerParts(body: unknown): unknown {
  const batch = parse(runBatch.request, body);
  if (batch.kind !== 'parsed') throw new Error('a batch that cannot be read');
  const answers = batch.value.parts.map(
    ({ requestId, path }) => [requestId, JSON.stringify(envelope(answerOne(path)[1]))] as const,
  );
  return runBatch.answer.write(new Map(answers));
}

function envelope(data: unknown): unknown {
  return { result: 0, code: SUCCESS_CODE, message: '', data };
}

server.listen(Number(process.env['PORT']), '127.0.0.1');
