import { keptViolation, type PolicyViolation } from '@jawhara/domain';
import type { TelemetrySource, TelemetryRecorder } from './telemetry-recorder.ts';

/** A resource that a browser blocked is a trace under this name, which the index names too. */
const VIOLATION_NAME = 'csp-violation';
/** A page that breaks a rule on every frame tells the same thing a hundred times: a few different ones say it all. */
const KEPT_PER_REPORT_MAX = 20;

/** Each different one once, without what addresses carry, in the sender's budget like everything that pages tell. */
export function noteViolations(
  recorder: TelemetryRecorder,
  teller: TelemetrySource,
  violations: readonly PolicyViolation[],
): void {
  const kept = new Map(violations.map(keptViolation).map((one) => [JSON.stringify(one), one]));
  for (const violation of [...kept.values()].slice(0, KEPT_PER_REPORT_MAX))
    recorder.record(teller, { kind: 'trace', name: VIOLATION_NAME, body: { ...violation } });
}
