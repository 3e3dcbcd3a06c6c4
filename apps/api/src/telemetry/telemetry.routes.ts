import {
  addEvent,
  reportPageView,
  reportPolicyViolations,
  reportSensorData,
  reportTrace,
} from '@jawhara/contract';
import { trimViolation, type PolicyViolation } from '@jawhara/domain';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { TelemetryEvent, TelemetryRecorder, TelemetrySource } from './telemetry-recorder.ts';

/** The name under which a resource that a browser blocked is recorded. The index of the table contains the same name. */
const VIOLATION_NAME = 'csp-violation';
/**
 * A page that violates a rule with every frame sends the same report again and again, so only a few different ones are
 * stored.
 */
const VIOLATIONS_PER_REPORT_MAX = 20;

const numbered = (name: string, values: readonly (string | number | null)[]) =>
  Object.fromEntries(values.map((value, i) => [`${name}${i + 1}`, value]));

/** An event for each different violation, without the query parameters of addresses. */
function violationEvents(violations: readonly PolicyViolation[]): TelemetryEvent[] {
  const uniqueViolations = new Map(violations.map(trimViolation).map((one) => [JSON.stringify(one), one]));
  return [...uniqueViolations.values()]
    .slice(0, VIOLATIONS_PER_REPORT_MAX)
    .map((violation) => ({ kind: 'trace', name: VIOLATION_NAME, body: { ...violation } }));
}

/**
 * Turns every report of a page into records of one form, within the limits of its sender. Each call is answered before
 * anything is written.
 */
export function telemetryRoutes(route: Route, recorder: TelemetryRecorder): void {
  const record = (caller: TelemetrySource, ...events: readonly TelemetryEvent[]) => {
    for (const event of events) recorder.record(caller, event);
    return answer({});
  };
  route(addEvent, async ({ request: { name, texts, numbers, ...page }, caller }) =>
    record(caller, {
      kind: 'event',
      name,
      body: { ...page, ...numbered('text', texts), ...numbered('number', numbers) },
    }),
  );
  route(reportPageView, async ({ request: { pageViewId }, caller }) =>
    record(caller, { kind: 'page-view', name: 'page-view', body: { pageViewId } }),
  );
  route(reportSensorData, async ({ request: { event, ...body }, caller }) =>
    record(caller, { kind: 'sensor', name: event, body }),
  );
  route(reportTrace, async ({ request: { orderId, data }, caller }) =>
    record(caller, { kind: 'trace', name: 'trace', orderId, body: { data } }),
  );
  route(reportPolicyViolations, async ({ request, caller }) => record(caller, ...violationEvents(request)));
}
