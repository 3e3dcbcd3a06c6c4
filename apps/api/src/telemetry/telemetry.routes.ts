import { addEvent, reportPageView, reportSensorData, reportTrace } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { TelemetryRecorder } from './telemetry-recorder.ts';

/** Each answers before anything is written. */
export function telemetryRoutes(route: Route, recorder: TelemetryRecorder): void {
  route(addEvent, async ({ request, caller }) => {
    const { name, texts, numbers, ...page } = request;
    recorder.record(caller, {
      kind: 'event',
      name,
      body: {
        ...page,
        ...Object.fromEntries(texts.map((text, i) => [`text${i + 1}`, text])),
        ...Object.fromEntries(numbers.map((number, i) => [`number${i + 1}`, number])),
      },
    });
    return answer({});
  });
  route(reportPageView, async ({ request, caller }) => {
    recorder.record(caller, {
      kind: 'page-view',
      name: 'page-view',
      body: { pageViewId: request.pageViewId },
    });
    return answer({});
  });
  route(reportSensorData, async ({ request, caller }) => {
    const { event, ...body } = request;
    recorder.record(caller, { kind: 'sensor', name: event, body });
    return answer({});
  });
  route(reportTrace, async ({ request, caller }) => {
    recorder.record(caller, {
      kind: 'trace',
      name: 'trace',
      orderId: request.orderId,
      body: { data: request.data },
    });
    return answer({});
  });
}
