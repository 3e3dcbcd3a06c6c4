import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { logInWithPassword, logInWithTicket, readSignedInAccount } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { startTracing, type Tracing } from '../platform/tracing.ts';
import { sendExactly } from '../test/send-exactly.ts';
import { openShop, type Shop } from '../test/shop.ts';

/**
 * Calls by GET carry secrets in their query, as the specification has it. This test reads everything that the program
 * writes about such calls: its log at the most detailed level, the spans that it exports, its metrics.
 */
const PASSWORD = 'jawhara-2026';
const WRONG = 'typed-wrongly-7f3a';
const NOT_MINE = 'made-up-ticket-9b1c';

let shop: Shop;
let tracing: Tracing;
let collector: Server;
let spans = '';
beforeAll(async () => {
  collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (spans += chunk.toString('latin1')));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  tracing = startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`, 100);
  shop = await openShop({ logLevel: 'debug' });
});
afterAll(async () => {
  await shop.close();
  collector.closeAllConnections();
  collector.close();
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendExactly(`${shop.apiUrl}${path}`, { method, headers });
const login = (password: string, more = '') =>
  `${logInWithPassword.path}?display_uid=5048213&password=${password}${more}`;

/** Sends exactly these bytes, even if they are not HTTP. */
const write = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.apiUrl).port), '127.0.0.1', () => socket.end(bytes));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

/** A client disconnects while its call waits for the database. */
async function goAwayWhileWaiting(path: string): Promise<void> {
  await shop.db.begin(async (tx) => {
    await tx`lock table passwords in access exclusive mode`;
    await expect(fetch(`${shop.apiUrl}${path}`, { signal: AbortSignal.timeout(300) })).rejects.toThrow(
      /timeout/,
    );
  });
}

it('[NET-07] secrets in a query are in no log line, span or metric, whether the call succeeds, fails or is refused', async () => {
  const key = await openSession(
    { db: shop.db, now: systemClock, chance: systemChance },
    accountId(1001),
    'app',
  );
  const ticket = await shop.ticket(1002);
  const statuses: number[] = [];
  const ask = async (...request: Parameters<typeof get>) => {
    statuses.push((await get(...request)).status);
  };
  // These calls succeed, are refused, or are unreadable.
  await ask(login(PASSWORD));
  await ask(login(WRONG));
  await ask(login(WRONG), {}, 'HEAD');
  await ask(login(WRONG, `&password=${WRONG}-again`));
  await ask(login(WRONG.repeat(40)));
  await ask(`${logInWithTicket.path}?ticket=${ticket}`);
  await ask(`${logInWithTicket.path}?ticket=${NOT_MINE}`);
  await ask(`${readSignedInAccount.path}?session_key=${key}`);
  // These calls are refused before they run: a browser's GET, another site, card data.
  await ask(login(WRONG), { 'sec-fetch-site': 'same-origin' });
  await ask(login(WRONG), { origin: 'https://evil.example', referer: `https://evil.example/?p=${WRONG}` });
  await ask(login(WRONG, '&note=4242424242424242'));
  // These are unknown calls, an unreadable address and malformed HTTP.
  await ask(`/api/nothing/?password=${WRONG}`);
  await ask(`${logInWithPassword.path.slice(0, -1)}?password=${WRONG}`);
  await ask(`/api/%zz/?password=${WRONG}`);
  await ask(login(WRONG), {}, 'DELETE');
  await write(`GET ${login(WRONG)} HTTP/9.9\r\n\r\n`);
  await write(`GET ${login(WRONG)} HTTP/1.1\r\nhost: x\r\nbad header: ${WRONG}\r\n\r\n`);
  await write(`GET ${login(WRONG)}&more=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  // These calls end because the client disconnects, or because the server fails.
  await goAwayWhileWaiting(login(WRONG));
  await shop.db`alter table passwords rename to passwords_away`;
  await ask(login(WRONG));
  await shop.db`alter table passwords_away rename to passwords`;
  await shop.db`alter table sessions rename to sessions_away`;
  await ask(`${readSignedInAccount.path}?session_key=${key}`);
  await shop.db`alter table sessions_away rename to sessions`;

  expect(statuses).toEqual([
    200, 200, 200, 200, 400, 200, 200, 200, 405, 403, 400, 404, 404, 400, 404, 500, 500,
  ]);
  await vi.waitFor(() => expect(shop.log().match(/"msg":"fault"/g)).toHaveLength(2));
  await tracing.stop();
  expect(spans).toContain('logInWithPassword');
  const log = shop.log();
  expect(log).toContain(logInWithPassword.path);
  // `rawPacket` would contain the bytes of a malformed request, as numbers.
  expect(log).not.toContain('rawPacket');
  for (const written of [log, spans, await shop.app.metrics.text()])
    for (const secret of [PASSWORD, WRONG, NOT_MINE, ticket, key]) expect(written).not.toContain(secret);
});
