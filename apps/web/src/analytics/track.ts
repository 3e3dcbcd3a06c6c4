import { BATCH_TIMEOUT_MS, ERROR_EVENT, type FunnelMoment } from '@jawhara/domain';
import {
  preferredMethod,
  addEvent,
  performanceEvents,
  reportPageView,
  reportSensorData,
  runBatch,
  type BatchPart,
  type Endpoint,
} from '@jawhara/contract';
import { pageViewId, renewPageViewId, randomUuid } from '../browser/ids.ts';
import { storedTrackedResult } from '../browser/storage/purchase.ts';
import { storedSpeed, storedUsageObjection, type SpeedRecord } from '../browser/storage/device.ts';
import type { SpeedEntry } from './page-speed.ts';
import { call } from '../api/call.ts';
import { visitFacts } from '../browser/link.ts';
import type { PageScope } from '../page-scope.ts';
import { createOutbox } from './create-outbox.ts';
import type { Fault } from './fault.ts';
import { linkOfEvents, pageEvent, trackedDeviceId } from './page-event.ts';
import { funnelFields, sensorReport } from './sensor-report.ts';

interface LoggedEvent {
  readonly name: string;
  readonly atMs: number;
  readonly fields: Record<string, unknown>;
}

/** Events of a page since it was opened, for the test screen. */
export interface EventLog {
  /** Oldest first; past the limit the oldest are dropped. */
  readonly events: () => readonly LoggedEvent[];
  readonly add: (event: LoggedEvent) => void;
}

const LOGGED_MAX = 200;

export function createEventLog(): EventLog {
  let logged: readonly LoggedEvent[] = [];
  return {
    events: () => logged,
    add(event) {
      logged = [...logged, event].slice(-LOGGED_MAX);
    },
  };
}

/**
 * Reports the page view when its result is shown. A paid order starts a new page view; a failed one does not, because another try
 * belongs to the same visit. A result that is shown again reports nothing.
 */
function endPageView(
  { orderId = null, result }: FunnelMoment,
  nowMs: number,
  tell: (pageViewId: string) => void,
): void {
  if (orderId === null || storedTrackedResult.read() === orderId) return;
  storedTrackedResult.write(orderId);
  tell(pageViewId(nowMs));
  if (result === 'success') renewPageViewId(nowMs);
}

/** A call of a batch, waiting to be sent. */
function eventPart<Request>(
  endpoint: Pick<Endpoint<Request>, 'methods' | 'path' | 'request'>,
  request: Request,
): BatchPart {
  return {
    method: preferredMethod(endpoint.methods),
    path: endpoint.path,
    requestId: randomUuid(),
    params: endpoint.request.write(request) as BatchPart['params'],
    headers: {},
  };
}

/** The few load times that are stored here. The largest content may be painted several times: the last counts. */
function speedRecord(entries: readonly SpeedEntry[], atMs: number): SpeedRecord {
  const named = (name: string) => entries.find((entry) => entry.name === name)?.start;
  return {
    atMs,
    path: location.pathname,
    firstPaintMs: named('first-paint'),
    firstContentMs: named('first-contentful-paint'),
    largestContentMs: entries.filter(({ type }) => type === 'largest-contentful-paint').at(-1)?.start,
    loadMs: entries.find(({ type }) => type === 'navigation')?.ms,
  };
}

/** No visitor waits for analytics, but a hanging connection blocks one that visitors' calls could use. */
const CALL_TIMEOUT_MS = 8_000;

const batchOf = (parts: readonly BatchPart[]) => ({
  isParallel: true,
  timeoutMs: BATCH_TIMEOUT_MS,
  headers: {},
  parts,
});

const objects = (): boolean => storedUsageObjection.read() !== null;

/** A refusal counts as sent: the same batch would be refused again. */
async function send(parts: readonly BatchPart[]): Promise<boolean> {
  if (objects()) return true;
  const answer = await call(runBatch, batchOf(parts), { timeoutMs: CALL_TIMEOUT_MS, isAside: true });
  return answer.kind !== 'failed';
}

/** A beacon carries no headers: the cookie identifies the device. */
function sendLeaving(parts: readonly BatchPart[]): boolean {
  if (objects()) return true;
  const body = JSON.stringify(runBatch.request.write(batchOf(parts)));
  return navigator.sendBeacon(runBatch.path, new Blob([body], { type: 'application/json' }));
}

/** With the link's parameter `log`, every event is also printed to the console. */
function note(log: EventLog, event: LoggedEvent): void {
  log.add(event);
  // oxlint-disable-next-line no-console -- what the parameter `log` is for
  if (visitFacts().logsToConsole) console.info('event', event.name, event.fields);
}

const createPageOutbox = () =>
  createOutbox({
    send,
    sendLeaving,
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    sendsAtOnce: () => visitFacts().sendsAtOnce,
    isOnline: () => navigator.onLine,
  });

const pageOfSpeed = () => ({
  deviceUuid: trackedDeviceId(),
  version: __SITE_VERSION__,
  reportId: randomUuid(),
  link: linkOfEvents(),
});

/** Reports the events of one page. */
export interface Tracker {
  readonly trackMoment: (moment: FunnelMoment, happenedAtMs: number) => void;
  readonly trackFault: (fault: Fault) => Promise<void>;
  readonly trackEvent: (name: string, detail?: string) => Promise<void>;
  readonly trackSpeed: (entries: readonly SpeedEntry[]) => void;
  readonly flushBeforeLeaving: (isUnloading: boolean) => void;
}

export function createTracker(page: PageScope): Tracker {
  const log = page.get(createEventLog);
  const outbox = createPageOutbox();

  const noteEvent = (event: LoggedEvent): void => note(log, event);
  let lastTrackedMs = 0;

  /** The event's time, moved after the last event's: the funnel is ordered by time, and two steps may share a millisecond. */
  function afterTheLast(atMs: number): number {
    lastTrackedMs = Math.max(atMs, lastTrackedMs + 1);
    return lastTrackedMs;
  }

  /** Reports a step of the funnel. */
  function trackMoment(moment: FunnelMoment, happenedAtMs: number): void {
    const atMs = afterTheLast(happenedAtMs);
    const isResult = moment.step === 'result_show';
    if (!objects()) {
      const fields = funnelFields(moment);
      noteEvent({ name: moment.step, atMs, fields });
      outbox.put(eventPart(reportSensorData, sensorReport(moment.step, fields, atMs)));
    }
    // Also runs if the visitor objects to reports: the events that follow belong to another page view.
    if (isResult) endPageView(moment, Date.now(), trackPageView);
  }

  function trackPageView(pageViewId: string): void {
    if (objects()) return;
    noteEvent({ name: 'page_view_id_result', atMs: Date.now(), fields: { page_view_id: pageViewId } });
    outbox.put(eventPart(reportPageView, { pageViewId }));
  }

  /** Reports an uncaught error. The visitor gets no message about it: the screen itself says what it lacks. */
  async function trackFault({ message, stack }: Fault): Promise<void> {
    if (objects()) return;
    noteEvent({ name: ERROR_EVENT, atMs: Date.now(), fields: { message, stack } });
    outbox.put(eventPart(addEvent, await pageEvent(ERROR_EVENT, [message, stack, location.pathname])));
  }

  /** Reports another event for the operators, such as a visit without a network. */
  async function trackEvent(name: string, detail = ''): Promise<void> {
    if (objects()) return;
    noteEvent({ name, atMs: Date.now(), fields: { detail } });
    outbox.put(eventPart(addEvent, await pageEvent(name, [detail, '', location.pathname])));
  }

  /** Stores the page's load times, and reports them in as many events as needed. */
  function trackSpeed(entries: readonly SpeedEntry[]): void {
    if (objects()) return;
    storedSpeed.write(speedRecord(entries, Date.now()));
    const events = performanceEvents(pageOfSpeed(), entries);
    noteEvent({
      name: 'performance',
      atMs: Date.now(),
      fields: { entries: entries.length, chunks: events.length },
    });
    for (const event of events) outbox.put(eventPart(addEvent, event));
  }

  /** Called when the page is hidden or closing. */
  function flushBeforeLeaving(isUnloading: boolean): void {
    if (objects()) return outbox.clear();
    return outbox.leave(isUnloading);
  }

  return { trackMoment, trackFault, trackEvent, trackSpeed, flushBeforeLeaving };
}
