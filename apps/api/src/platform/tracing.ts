import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

/** The tracer, or null if no exporter is configured: then no spans are made. Only this file imports the tracing SDK. */

let tracer: Tracer | null = null;

/** Runs work in a span; a throw marks the span as failed. Attributes may contain our ids, but no text that a person typed. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs work in a span inside the span of a call or a step. Scheduled jobs have no outer span, so none is made for them. */
export function inChildSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return trace.getActiveSpan() === undefined ? work() : inSpan(name, attributes, work);
}

/** False if no exporter is configured: work that only prepares spans is then left out. */
const isTracing = (): boolean => tracer !== null;

/** Headers that pass the trace to another process. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Continues a trace that another process started. */
export function onTrace<Result>(traceparent: string | undefined, work: () => Result): Result {
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), work);
}

export interface Tracing {
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * `url`: a collector that accepts OTLP over HTTP. `share`: how many of a hundred traces are recorded; a trace is
 * recorded whole or not at all.
 */
export function startTracing(url: string, share: number): Tracing {
  return startTracingInto(
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` }),
    }),
    share,
  );
}

const ALL = 100;

export function startTracingInto(processor: SpanProcessor, share = ALL): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'jawhara-api' }),
    spanProcessors: [processor],
    // Spans below a recorded one are recorded too, also in another process.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share / ALL) }),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  tracer = provider.getTracer('jawhara-api');
  return {
    async stop() {
      tracer = null;
      await provider.shutdown();
      // The registrations of the process are undone, because otherwise a second start would have no effect.
      for (const registered of [context, propagation, trace]) registered.disable();
    },
  };
}

/**
 * A statement of the database driver: a promise that is sent when it is first awaited. A fragment of another statement
 * is never sent.
 */
interface Statement extends Promise<unknown> {
  readonly executed: boolean;
  handle(): Promise<void>;
}

const TEXT_MAX = 300;

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value;

/** The text of the statement as written in the code, without its values. */
function textOf(strings: TemplateStringsArray): string {
  return strings.join('$').replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
}

function sendInSpan(statement: Statement, strings: TemplateStringsArray): Statement {
  const send = statement.handle.bind(statement);
  statement.handle = () => {
    if (statement.executed) return Promise.resolve();
    const text = textOf(strings);
    const [verb = ''] = text.split(' ', 1);
    const settled = inChildSpan(`sql ${verb}`, { 'db.query.text': text }, () => {
      void send();
      // `then` of the driver's class would send the statement again.
      return Promise.prototype.then.call(statement, () => {});
    });
    // The caller gets the failure. This promise is a second one for the same failure, which must not count as unhandled.
    settled.catch(() => {});
    return Promise.resolve();
  };
  return statement;
}

/** The same pool or transaction, with a span for each statement while tracing is on. */
export function withSqlSpans<Sql extends object>(sql: Sql): Sql {
  if (!isTracing()) return sql;
  return new Proxy(sql, {
    apply(target, self, args: readonly unknown[]) {
      const made: unknown = Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
      const [strings] = args;
      return isTemplate(strings) ? sendInSpan(made as Statement, strings) : made;
    },
  });
}
