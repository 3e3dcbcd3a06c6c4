import http2 from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import * as restate from '@restatedev/restate-sdk';
import type { Logger } from 'pino';

/** Serves handlers to the engine. */

type Services = Parameters<typeof restate.createEndpointHandler>[0]['services'];

export interface FlowServing {
  readonly services: Services;
  readonly host: string;
  readonly port: number;
  /** `/b/<build>`: the server answers calls for its own build only, wherever a load balancer or the engine sends a call. */
  readonly path: string;
  /**
   * Public keys of the engine, several while they are being changed. If empty, requests are not checked, so the server
   * may listen on loopback only (env-roles.ts).
   */
  readonly identityKeys: readonly string[];
  readonly logger: Logger;
}

export interface FlowServer {
  /** From now on the health check fails, so that a load balancer sends no more requests; those that come are still served. */
  leave(): void;
  /** Accepts no new work, lets running steps end, and stops those that take longer. Resolves with the number of stopped steps. */
  drain(withinMs: number): Promise<number>;
}

/** The SDK's warning that signatures are not checked. Left out of the log, because env-roles.ts allows this on loopback only. */
const UNSIGNED_REQUESTS = 'Accepting requests without validating request signatures';
const LOOK_EVERY_MS = 50;

type State = 'open' | 'leaving' | 'closed';

function endpointOf({ services, identityKeys, logger }: FlowServing) {
  return restate.createEndpointHandler({
    services,
    ...(identityKeys.length === 0 ? {} : { identityKeys: [...identityKeys] }),
    logger: (meta, message, ...rest) => {
      if (String(message).startsWith(UNSIGNED_REQUESTS)) return;
      if (meta.level === 'warn' || meta.level === 'error') {
        logger.warn({ flow: meta.context?.invocationTarget, detail: rest.map(String) }, String(message));
      }
    },
  });
}

/** The status that is sent without calling a handler; null if a handler answers. */
function answeredAlone(url: string, path: string, state: State): number | null {
  if (url === '/health') return state === 'open' ? 200 : 503;
  if (!url.startsWith(`${path}/`)) return 404;
  return state === 'closed' ? 503 : null;
}

export async function serveFlows(serving: FlowServing): Promise<FlowServer> {
  const flows = endpointOf(serving);
  const sessions = new Set<http2.ServerHttp2Session>();
  let state: State = 'open';
  const running = new Set<object>();
  const server = http2.createServer((request, response) => {
    const status = answeredAlone(request.url, serving.path, state);
    if (status !== null) {
      response.writeHead(status).end();
      return;
    }
    running.add(response);
    response.once('close', () => running.delete(response));
    flows(request, response);
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(serving.port, serving.host, resolve);
  });
  return {
    leave: () => {
      state = 'leaving';
    },
    async drain(withinMs) {
      state = 'closed';
      const end = performance.now() + withinMs;
      while (running.size > 0 && performance.now() < end) await pause(LOOK_EVERY_MS);
      const cut = running.size;
      // Sessions are closed last: when one is closed, the engine drops its whole connection and with it every running step.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.destroy();
      await closed;
      return cut;
    },
  };
}
