import { type FunnelMoment, BATCH_TIMEOUT_MS, ERROR_EVENT } from '@jawhara/domain';
import {
  preferredMethod,
  type BatchPart,
  type Endpoint,
  addEvent,
  performanceEvents,
  reportPageView,
  reportSensorData,
  runBatch,
} from '@jawhara/contract';
import { pageViewId, renewPageViewId, randomUuid } from '../browser/ids.ts';
import { storedTrackedResult } from '../browser/storage/purchase.ts';
import { type SpeedRecord, storedSpeed, storedUsageObjection } from '../browser/storage/device.ts';
import type { SpeedEntry } from './speed-entries.ts';
import { call } from '../api/call.ts';
import { visitFacts } from '../browser/link.ts';
import { createOutbox } from './create-outbox.ts';
import type { Fault } from './describe-fault.ts';
import { logEvent, type LoggedEvent } from './event-log.ts';
import { linkOfEvents, pageEvent, trackedDeviceId } from './page-event.ts';
import { funnelFields, sensorReport } from './sensor-report.ts';

/**
 * A result is on screen: the page view it belongs to is told, and after a payment that went through another one begins. One that
 * did not goes on: whoever tries again is still on the same visit. A page that shows the result once more tells nothing.
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

/** One call of a batch, as it waits to be sent. */
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

/** The few times of a measured page that are kept here. The largest content may have been painted several times: the last counts. */
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

/** Nobody waits for it, but a connection that hangs is one less for those who do. */
const GIVEN_UP_AFTER_MS = 8_000;

const batchOf = (parts: readonly BatchPart[]) => ({
  isParallel: true,
  timeoutMs: BATCH_TIMEOUT_MS,
  headers: {},
  parts,
});

const objects = (): boolean => storedUsageObjection.read() !== null;

/** A refusal is an answer: the same again would be refused again. */
async function send(parts: readonly BatchPart[]): Promise<boolean> {
  if (objects()) return true;
  const answer = await call(runBatch, batchOf(parts), { timeoutMs: GIVEN_UP_AFTER_MS, isAside: true });
  return answer.kind !== 'failed';
}

/** Carries no headers: whose it is says the cookie. */
function sendLeaving(parts: readonly BatchPart[]): boolean {
  if (objects()) return true;
  const body = JSON.stringify(runBatch.request.write(batchOf(parts)));
  return navigator.sendBeacon(runBatch.path, new Blob([body], { type: 'application/json' }));
}

const outbox = createOutbox({
  send,
  sendLeaving,
  later: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  sendsAtOnce: () => visitFacts().sendsAtOnce,
  isOnline: () => navigator.onLine,
});

/** Where a link asks for it, everything told is printed as well. */
function note(event: LoggedEvent): void {
  logEvent(event);
  // oxlint-disable-next-line no-console -- what the parameter `log` is for
  if (visitFacts().logsToConsole) console.info('event', event.name, event.fields);
}

let lastTrackedMs = 0;

/** Whoever reads the funnel orders it by these times: two steps of one millisecond would stand in either order. */
function afterTheLast(atMs: number): number {
  lastTrackedMs = Math.max(atMs, lastTrackedMs + 1);
  return lastTrackedMs;
}

/** A step of the funnel. */
export function trackMoment(moment: FunnelMoment, happenedAtMs: number): void {
  const atMs = afterTheLast(happenedAtMs);
  const isResult = moment.step === 'result_show';
  if (!objects()) {
    const fields = funnelFields(moment);
    note({ name: moment.step, atMs, fields });
    outbox.put(eventPart(reportSensorData, sensorReport(moment.step, fields, atMs)));
  }
  // Also where nothing is told: what comes next belongs to another view of the page.
  if (isResult) endPageView(moment, Date.now(), trackPageView);
}

function trackPageView(pageViewId: string): void {
  if (objects()) return;
  note({ name: 'page_view_id_result', atMs: Date.now(), fields: { page_view_id: pageViewId } });
  outbox.put(eventPart(reportPageView, { pageViewId }));
}

/** Something that nobody caught. The visitor is not told: what they see says itself what it lacks. */
export async function trackFault({ message, stack }: Fault): Promise<void> {
  if (objects()) return;
  note({ name: ERROR_EVENT, atMs: Date.now(), fields: { message, stack } });
  outbox.put(eventPart(addEvent, await pageEvent(ERROR_EVENT, [message, stack, location.pathname])));
}

/** Anything else that a page meets and operators should know of, such as a visit without a network. */
export async function trackEvent(name: string, detail = ''): Promise<void> {
  if (objects()) return;
  note({ name, atMs: Date.now(), fields: { detail } });
  outbox.put(eventPart(addEvent, await pageEvent(name, [detail, '', location.pathname])));
}

/** How fast the page was: kept here, and told in as many events as it takes. */
export function trackSpeed(entries: readonly SpeedEntry[]): void {
  if (objects()) return;
  storedSpeed.write(speedRecord(entries, Date.now()));
  const page = {
    deviceUuid: trackedDeviceId(),
    version: __SITE_VERSION__,
    reportId: randomUuid(),
    link: linkOfEvents(),
  };
  const events = performanceEvents(page, entries);
  note({ name: 'performance', atMs: Date.now(), fields: { entries: entries.length, chunks: events.length } });
  for (const event of events) outbox.put(eventPart(addEvent, event));
}

/** The page is hidden, or about to go. */
export function flushBeforeLeaving(isUnloading: boolean): void {
  if (objects()) return outbox.clear();
  return outbox.leave(isUnloading);
}
