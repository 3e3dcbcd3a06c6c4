import http2 from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import type { Logger } from 'pino';
import { onTrace, inSpan, traceHeaders } from './tracing.ts';
import { withLogContext, LOG_CONTEXT_HEADER, logContextHeaders, type LogContext } from './log-context.ts';
import type { FlowCall, FlowClient, FlowEvents, FlowHandlers, Json } from './flow.ts';

/** The only file that knows the engine. */

const RETRY = {
  initialInterval: 100,
  exponentiationFactor: 2,
  maxInterval: 5_000,
  maxAttempts: 500,
  onMaxAttempts: 'pause',
} as const;

type ObjectDefinition = ReturnType<typeof restate.object<string, Record<string, never>>>;

/** Work in the engine is logged under the request that began it, however much later it runs. */
function logContextOf(ctx: restate.ObjectContext, flow: string): LogContext {
  const requestId = ctx.request().headers.get(LOG_CONTEXT_HEADER);
  return { orderId: ctx.key, flow, ...(requestId === undefined ? {} : { requestId }) };
}

export function restateObject<Events extends FlowEvents, Answers extends Record<keyof Events, Json>>(
  name: string,
  handlers: FlowHandlers<Events, Answers>,
): ObjectDefinition {
  const bound = Object.entries(handlers).map(([event, handler]) => [
    event,
    async (ctx: restate.ObjectContext, input: never) => {
      const logContext = logContextOf(ctx, event);
      return (handler as FlowHandlers<Events, Answers>[string])(
        {
          step: (step, work) =>
            ctx.run(step, () =>
              onTrace(ctx.request().headers.get('traceparent'), () =>
                withLogContext(logContext, () => inSpan(`${event}: ${step}`, { key: ctx.key }, work)),
              ),
            ),
        },
        ctx.key,
        input,
      );
    },
  ]);
  return restate.object({
    name,
    handlers: Object.fromEntries(bound) as Record<string, never>,
    options: { retryPolicy: RETRY, journalRetention: { hours: 1 }, idempotencyRetention: { days: 1 } },
  });
}

/** The SDK asks for signatures or a closed door. The door is closed: the handlers listen on loopback only. */
const UNSIGNED_REQUESTS = 'Accepting requests without validating request signatures';

export interface FlowServer {
  close(): Promise<void>;
}

/** Serves the handlers to the engine, on loopback and a port of their own: nobody else may call them. */
export async function serveFlows(
  objects: readonly ObjectDefinition[],
  port: number,
  logger: Logger,
): Promise<FlowServer> {
  const handler = restate.createEndpointHandler({
    services: [...objects],
    logger: (meta, message, ...rest) => {
      if (String(message).startsWith(UNSIGNED_REQUESTS)) return;
      if (meta.level === 'warn' || meta.level === 'error') {
        logger.warn({ flow: meta.context?.invocationTarget, detail: rest.map(String) }, String(message));
      }
    },
  });
  const server = http2.createServer(handler);
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.close();
        server.close(() => resolve());
        // A stream the engine keeps open must not hold a shutdown: the engine runs that step again elsewhere.
        setTimeout(() => {
          for (const session of sessions) session.destroy();
          resolve();
        }, 5_000).unref();
      }),
  };
}

export async function registerFlows(adminUrl: string, flowUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: flowUrl, force: true }),
      signal: AbortSignal.timeout(5_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export async function isEngineHealthy(ingressUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${ingressUrl}/restate/health`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** An engine whose disk was lost has forgotten where we are: it is told again. */
export async function isRegistered(adminUrl: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/services/${name}`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

export function restateClient<Events extends FlowEvents, Answers extends Record<keyof Events, Json>>(
  ingressUrl: string,
  name: string,
): FlowClient<Events, Answers> {
  const post = (path: string, input: Json, idempotencyKey: string | undefined, waitMs: number) =>
    fetch(`${ingressUrl}/${name}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...logContextHeaders(),
        ...traceHeaders(),
      },
      body: JSON.stringify(input ?? null),
      signal: AbortSignal.timeout(waitMs),
    });
  return {
    async call(event, key, input, { idempotencyKey, waitMsMax }) {
      try {
        const answer = await post(`${key}/${event}`, input, idempotencyKey, waitMsMax);
        if (!answer.ok) return { kind: 'engine-away' };
        return { kind: 'answered', answer: await answer.json() } as FlowCall<Answers[typeof event]>;
      } catch {
        return { kind: 'engine-away' };
      }
    },
    async send(event, key, input, options) {
      try {
        const answer = await post(`${key}/${event}/send`, input, options?.idempotencyKey, 5_000);
        await answer.body?.cancel();
        return answer.ok;
      } catch {
        return false;
      }
    },
  };
}
