import { reportPolicyViolations } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { noteViolations } from './note-violations.ts';
import type { TelemetryRecorder } from './telemetry-recorder.ts';

export function policyReportRoutes(route: Route, recorder: TelemetryRecorder): void {
  route(reportPolicyViolations, async ({ request, caller }) => {
    noteViolations(recorder, caller, request);
    return answer({});
  });
}
