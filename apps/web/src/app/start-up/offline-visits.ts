import { addEvent } from '@jawhara/contract';
import { call } from '../../api/call.ts';
import { OFFLINE_VISITS } from '../../service-worker/answer-for.ts';

/** More than these say nothing that these do not. */
const TOLD_MAX = 20;

/** True when nobody has to be told any more: it was taken, or whoever was here wants no records. */
async function tellOfVisit(atMs: number): Promise<boolean> {
  // With all that an event of the page says; fetched here, as hardly any page has such a visit to tell of.
  const { pageEvent } = await import('../../analytics/page-event.ts');
  const when = [Math.floor(atMs / 1000), null, null, null] as const;
  const answer = await call(addEvent, await pageEvent('offline-visit', ['', '', ''], when));
  return answer.kind !== 'failed' || answer.failure === 'aborted';
}

/** The worker has noted the visits that had no network; they are told of when there is one, each once. */
export async function tellOfflineVisits(): Promise<void> {
  if (!(await caches.has(OFFLINE_VISITS))) return;
  const visits = await caches.open(OFFLINE_VISITS);
  for (const [i, { url }] of (await visits.keys()).entries()) {
    const isReported = i >= TOLD_MAX || (await tellOfVisit(Number(url.split('/').at(-1))));
    if (!isReported) return;
    await visits.delete(url);
  }
}
