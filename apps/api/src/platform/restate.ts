import * as restate from '@restatedev/restate-sdk';
import { engineHeaders, type EngineAddress } from './restate-admin.ts';
import { onTrace, inSpan, traceHeaders } from './tracing.ts';
import { withLogContext, LOG_CONTEXT_HEADER, logContextHeaders, type LogContext } from './logger.ts';
import {
  NothingThere,
  type FlowCall,
  type FlowClient,
  type FlowEvents,
  type FlowHandlers,
  type Json,
} from './flow.ts';

/** The retry policy of flows in Restate. */

const RETRY = {
  initialInterval: 100,
  exponentiationFactor: 2,
  maxInterval: 5_000,
  maxAttempts: 500,
  onMaxAttempts: 'pause',
} as const;

type ObjectDefinition = ReturnType<typeof restate.object<string, Record<string, never>>>;

/** Log lines of work in the engine have the id of the request that started the work, however much later they are written. */
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
    options: {
      retryPolicy: RETRY,
      journalRetention: { hours: 1 },
      idempotencyRetention: { days: 1 },
      asTerminalError: (error) =>
        error instanceof NothingThere
          ? new restate.TerminalError(error.message, { errorCode: 404 })
          : undefined,
    },
  });
}

type ServiceDefinition = ReturnType<typeof restate.service<string, Record<string, never>>>;

/** A service that returns its build's name through the same path as orders, which proves that flows run. */
export function aliveService(name: string, build: string): ServiceDefinition {
  return restate.service({
    name: aliveName(name),
    handlers: { ping: async () => build } as unknown as Record<string, never>,
    options: {
      // The engine soon gives up a failed probe: another one follows, and an old one must not wait until a worker is back.
      retryPolicy: { initialInterval: 200, maxInterval: 1_000, maxAttempts: 5, onMaxAttempts: 'kill' },
      journalRetention: 0,
      idempotencyRetention: { minutes: 1 },
    },
  });
}

const aliveName = (orderObject: string): string => `${orderObject}-alive`;
const PING_WITHIN_MS = 2_000;
const PING_SHARED_MS = 2_000;

/** The build on which flows run now, or null if no worker answers. Callers at about the same time share one request. */
export async function runningBuild(
  ingress: EngineAddress,
  orderObject: string,
  nowMs: number,
): Promise<string | null> {
  try {
    const answer = await fetch(`${ingress.url}/${aliveName(orderObject)}/ping`, {
      method: 'POST',
      headers: { ...engineHeaders(ingress), 'idempotency-key': `ping-${Math.floor(nowMs / PING_SHARED_MS)}` },
      signal: AbortSignal.timeout(PING_WITHIN_MS),
    });
    if (!answer.ok) return null;
    return String(await answer.json());
  } catch {
    return null;
  }
}

export async function registerFlows(admin: EngineAddress, flowUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${admin.url}/deployments`, {
      method: 'POST',
      headers: { ...engineHeaders(admin), 'content-type': 'application/json' },
      body: JSON.stringify({ uri: flowUrl, force: true }),
      signal: AbortSignal.timeout(5_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export async function isEngineHealthy(ingress: EngineAddress): Promise<boolean> {
  try {
    const answer = await fetch(`${ingress.url}/restate/health`, {
      headers: engineHeaders(ingress),
      signal: AbortSignal.timeout(2_000),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Whether the engine has this service registered. If not, the engine has lost its disk and the caller registers it again. */
export async function isRegistered(admin: EngineAddress, name: string): Promise<boolean> {
  try {
    const answer = await fetch(`${admin.url}/services/${name}`, {
      headers: engineHeaders(admin),
      signal: AbortSignal.timeout(2_000),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The engine's answer to enqueued work. */
interface EngineReceipt {
  readonly invocationId: string;
  readonly status: 'Accepted' | 'PreviouslyAccepted';
}

const NO_OUTPUT_YET = 470;

export function restateClient<Events extends FlowEvents, Answers extends Record<keyof Events, Json>>(
  ingress: EngineAddress,
  name: string,
): FlowClient<Events, Answers> {
  const post = (path: string, input: Json, idempotencyKey: string | undefined, waitMs: number) =>
    fetch(`${ingress.url}/${name}/${path}`, {
      method: 'POST',
      headers: {
        ...engineHeaders(ingress),
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...logContextHeaders(),
        ...traceHeaders(),
      },
      body: JSON.stringify(input ?? null),
      signal: AbortSignal.timeout(waitMs),
    });
  // The engine answers with status 470 while an invocation runs, and with its output or failure once it has ended.
  const hasEnded = async (invocation: string): Promise<boolean> => {
    const answer = await fetch(`${ingress.url}/restate/invocation/${encodeURIComponent(invocation)}/output`, {
      headers: engineHeaders(ingress),
      signal: AbortSignal.timeout(5_000),
    });
    await answer.body?.cancel();
    return answer.status !== NO_OUTPUT_YET;
  };
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
    async enqueue(event, key, input, idempotencyKey) {
      try {
        const answer = await post(`${key}/${event}/send`, input, idempotencyKey, 5_000);
        if (!answer.ok) return 'engine-away';
        const { invocationId, status } = (await answer.json()) as EngineReceipt;
        if (status === 'Accepted') return 'taken';
        return (await hasEnded(invocationId)) ? 'ended' : 'waiting';
      } catch {
        return 'engine-away';
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
