import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Where a call is stopped: before it reaches the provider, or after the provider has done the work but before its answer. */
type StoppedAt = 'before' | 'after';

interface Stop {
  readonly at: StoppedAt;
  readonly reached: () => void;
  readonly opened: Promise<void>;
}

export interface Gate {
  readonly url: string;
  /**
   * Stops the next call about this order. `reached` resolves when the call is stopped. A repetition of the call is not
   * stopped.
   */
  stop(orderId: string, at: StoppedAt): { readonly reached: Promise<void>; readonly open: () => void };
  /** Lets every stopped call continue, unless its sender was killed. */
  openAll(): void;
  close(): Promise<void>;
}

function moment(): readonly [come: Promise<void>, tell: () => void] {
  let tell = (): void => undefined;
  const come = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return [come, tell];
}

/** A proxy between the shop's server and the providers, which can stop single calls. */
export async function openGate(behindUrl: string): Promise<Gate> {
  const stops = new Map<string, Stop>();
  const openings: (() => void)[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const orderId = [...stops.keys()].find((one) => body.includes(one));
      const stop = orderId === undefined ? undefined : stops.get(orderId);
      if (orderId !== undefined) stops.delete(orderId);
      const stopAt = async (at: StoppedAt): Promise<boolean> => {
        if (stop?.at !== at) return true;
        stop.reached();
        await stop.opened;
        return !response.destroyed;
      };
      if (!(await stopAt('before'))) return;
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const answer = await fetch(`${behindUrl}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body === '' ? {} : { body }),
      });
      const said = await answer.text();
      if (!(await stopAt('after'))) return;
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      });
      response.end(said);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop(orderId, at) {
      const [reached, tellReached] = moment();
      const [opened, open] = moment();
      stops.set(orderId, { at, reached: tellReached, opened });
      openings.push(open);
      return { reached, open };
    },
    openAll: () => openings.splice(0).forEach((open) => open()),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
