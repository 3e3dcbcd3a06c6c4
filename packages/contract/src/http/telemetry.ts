import { isOrderId, performanceChunks, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

const nothing = codec(v.object({}), () => ({}));

const short = v.optional(v.pipe(v.string(), v.maxLength(200)), '');
/** JSON of uid, op, tk, ua, proj, href, rid, or one chunk of a report. */
const long = v.optional(v.pipe(v.string(), v.maxLength(2_000)), '');
const whole = v.optional(
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number))]),
    v.safeInteger(),
  ),
);

type Four<T> = readonly [T, T, T, T];

/** An event that happened on a page. */
export interface TelemetryEvent {
  readonly name: string;
  readonly deviceUuid: string;
  readonly version: string;
  readonly texts: Four<string>;
  readonly numbers: Four<number | null>;
}

const eventName = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/));

const eventSchema = v.pipe(
  v.object({
    event_name: eventName,
    uuid: short,
    version: short,
    str_param1: long,
    str_param2: long,
    str_param3: long,
    str_param4: long,
    int_param1: whole,
    int_param2: whole,
    int_param3: whole,
    int_param4: whole,
  }),
  v.transform((wire): TelemetryEvent => ({
    name: wire.event_name,
    deviceUuid: wire.uuid,
    version: wire.version,
    texts: [wire.str_param1, wire.str_param2, wire.str_param3, wire.str_param4],
    numbers: [
      wire.int_param1 ?? null,
      wire.int_param2 ?? null,
      wire.int_param3 ?? null,
      wire.int_param4 ?? null,
    ],
  })),
);

function writeEvent(event: TelemetryEvent) {
  const numbers = event.numbers.flatMap((value, i) => (value === null ? [] : [[`int_param${i + 1}`, value]]));
  return {
    event_name: event.name,
    uuid: event.deviceUuid,
    version: event.version,
    str_param1: event.texts[0],
    str_param2: event.texts[1],
    str_param3: event.texts[2],
    str_param4: event.texts[3],
    ...(Object.fromEntries(numbers) as Record<`int_param${1 | 2 | 3 | 4}`, number>),
  };
}

/** Stores an event. A request is refused only if it is no event at all, not for the event's content. */
export const addEvent = endpoint({
  name: 'addEvent',
  methods: ['GET', 'POST'],
  changes: true,
  isUsage: true,
  path: '/api/sys/add_event/',
  request: codec(eventSchema, writeEvent),
  answer: nothing,
});

export const PERFORMANCE_EVENT = 'performance';

/** A performance report as events: the chunk, its index, and their number. */
export function performanceEvents(
  page: {
    readonly deviceUuid: string;
    readonly version: string;
    readonly reportId: string;
    /** JSON of the opening link's facts, or absent. */
    readonly link?: string;
  },
  entries: readonly unknown[],
): readonly TelemetryEvent[] {
  const chunks = performanceChunks(entries);
  return chunks.map((chunk, i) => ({
    name: PERFORMANCE_EVENT,
    deviceUuid: page.deviceUuid,
    version: page.version,
    texts: [page.link ?? '', chunk, page.reportId, ''],
    numbers: [i, chunks.length, null, null],
  }));
}

/** A report in the format of the analytics library, which may be configured to send its reports to this API. */
export interface SensorReport {
  readonly eventUuid: string;
  readonly serverUrl: string;
  /** Milliseconds by the page's clock. */
  readonly ts: number | null;
  readonly day: string;
  readonly deviceId: string;
  readonly pageViewId: string;
  readonly event: string;
  /** A text, usually JSON. */
  readonly ext: string;
  readonly project: string;
}

const looseText = v.union([
  v.string(),
  v.pipe(
    v.looseObject({}),
    v.transform((value) => JSON.stringify(value)),
  ),
]);

export const reportSensorData = endpoint({
  name: 'reportSensorData',
  methods: ['POST'],
  changes: true,
  isUsage: true,
  path: '/third/sensor_monitor/report_data/',
  request: codec(
    v.pipe(
      v.object({
        s_event_uuid: short,
        server_url: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
        ts: whole,
        day: v.optional(
          v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.maxLength(20)),
          '',
        ),
        h5_deviceid: short,
        page_view_id: short,
        event: eventName,
        ext: v.optional(v.pipe(looseText, v.maxLength(8_000)), ''),
        project: short,
      }),
      v.transform((wire): SensorReport => ({
        eventUuid: wire.s_event_uuid,
        serverUrl: wire.server_url,
        ts: wire.ts ?? null,
        day: wire.day,
        deviceId: wire.h5_deviceid,
        pageViewId: wire.page_view_id,
        event: wire.event,
        ext: wire.ext,
        project: wire.project,
      })),
    ),
    (report: SensorReport) => ({
      s_event_uuid: report.eventUuid,
      server_url: report.serverUrl,
      ...(report.ts === null ? {} : { ts: report.ts }),
      day: report.day,
      h5_deviceid: report.deviceId,
      page_view_id: report.pageViewId,
      event: report.event,
      ext: report.ext,
      project: report.project,
    }),
  ),
  answer: nothing,
});

/** A page's trace of a problem, with its order if it has one. */
export interface DebugTrace {
  readonly orderId: OrderId | null;
  readonly data: string;
}

export const reportTrace = endpoint({
  name: 'reportTrace',
  methods: ['GET', 'POST'],
  changes: true,
  isUsage: true,
  path: '/api/order/tmp_report/',
  request: codec(
    v.pipe(
      v.object({
        app_order: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
        data: v.pipe(looseText, v.maxLength(8_000)),
      }),
      // A trace without a valid order is still worth storing.
      v.transform((wire): DebugTrace => ({
        orderId: isOrderId(wire.app_order) ? wire.app_order : null,
        data: wire.data,
      })),
    ),
    (trace: DebugTrace) => ({
      ...(trace.orderId === null ? {} : { app_order: trace.orderId }),
      data: trace.data,
    }),
  ),
  answer: nothing,
});
