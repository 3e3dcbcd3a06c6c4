/** Answers what /pay asks, at once and always the same: a run measures the page and not the shop. PORT. */
import { createServer } from 'node:http';
import { SUCCESS_CODE } from '@jawhara/contract';
import { CANNED_ANSWERS } from './canned-answers.ts';

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://api');
  const data = CANNED_ANSWERS.get(pathname);
  request.resume();
  response.writeHead(data === undefined ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ result: 0, code: SUCCESS_CODE, message: '', data }));
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
