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
  /** `/b/<build>`: serves its own build only, whatever a balancer or the engine assumes. */
  readonly path: string;
  /**
   * Public keys of the engine, several during rotation. Empty: requests are not checked, so the server may listen on
   * loopback only (env-roles.ts).
   */
  readonly identityKeys: readonly string[];
  readonly logger: Logger;
}

export interface FlowServer {
  /** From here on the health check fails, so that a balancer stops sending requests; they are still served. */
  leave(): void;
  /** Accepts no new work, lets running steps end, and cuts the rest. Resolves with the number cut. */
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

/** The status to send without calling the handlers; null if the handlers answer. */
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
      // Done last: on GOAWAY the engine drops the whole connection, and with it every running step.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.destroy();
      await closed;
      return cut;
    },
  };
}
