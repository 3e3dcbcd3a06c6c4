import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endOf, sendOnce } from './send-once.ts';

let servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const KEY = { headers: { authorization: 'Bearer a-key' } };

describe('one request to a provider', () => {
  it('a redirect answer of a provider is not followed, and the API key is sent nowhere else', async () => {
    const visited: string[] = [];
    const elsewhere = await serving((_request, response) => {
      visited.push('elsewhere');
      response.end('{}');
    });
    const baseUrl = await serving((_request, response) => {
      visited.push('provider');
      response.writeHead(307, { location: elsewhere }).end();
    });
    const reply = await sendOnce({ baseUrl, timeoutMs: 2_000, fetch }, '/payments', KEY);
    expect(reply).toEqual({ kind: 'unknown', why: 'connection failed' });
    expect(visited).toEqual(['provider']);
  });

  it('an answer of a provider is returned with its status and the provider’s request id', async () => {
    const baseUrl = await serving((request, response) =>
      response.writeHead(422, { 'x-their-id': 'req-7' }).end(`no JSON at ${request.url}`),
    );
    const reply = await sendOnce({ baseUrl: `${baseUrl}/`, timeoutMs: 2_000, fetch }, '/payments', KEY);
    expect(reply).toMatchObject({ kind: 'replied', status: 422, json: undefined });
    expect(reply.kind === 'replied' && reply.bytes.toString()).toBe('no JSON at /payments');
    expect(endOf(reply, 'x-their-id')).toEqual({ outcome: '422', requestId: 'req-7' });
    expect(endOf({ kind: 'unknown', why: 'time-out' }, 'x-their-id')).toEqual({
      outcome: 'time-out',
      requestId: null,
    });
  });
});
