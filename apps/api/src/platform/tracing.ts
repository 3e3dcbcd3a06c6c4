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
import { BatchSpanProcessor, TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** The only file that knows the tracing SDK. Without an exporter there are no spans, and the work is done as if nobody had asked for one. */

let tracer: Tracer | null = null;

/** A span round some work; a throw is its failure. Attributes carry ids of ours, never what a person typed. */
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

/** To hand the trace to another process. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Goes on with a trace that another process began. */
export function onTrace<Result>(traceparent: string | undefined, work: () => Result): Result {
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), work);
}

export interface Tracing {
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** `url`: a collector that speaks OTLP over HTTP. */
export function startTracing(url: string): Tracing {
  return startTracingInto(
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` }),
    }),
  );
}

export function startTracingInto(processor: SpanProcessor): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'jawhara-api' }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  tracer = provider.getTracer('jawhara-api');
  return {
    async stop() {
      tracer = null;
      await provider.shutdown();
      // Process-wide registrations are undone: otherwise a second start would not take effect.
      for (const registered of [context, propagation, trace]) registered.disable();
    },
  };
}
