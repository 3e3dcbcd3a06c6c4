import * as v from 'valibot';
import type { RequestSender } from '../browser/send-request.ts';
import { BRIDGE_ERRORS } from './bridge-error.ts';
import { BridgeFault } from './bridge-fault.ts';
import type { HostLine } from './host-line.ts';
import { wireWhole } from './host-port.ts';

/** Older apps for Android do not know the call. Those for iOS never do. */
export const SENDS_FROM_VERSION = 30_507;

const HTTP_STATUS_MIN = 200;
const HTTP_STATUS_MAX = 599;

const wireHttpAnswer = v.object({
  status: v.pipe(wireWhole, v.minValue(HTTP_STATUS_MIN), v.maxValue(HTTP_STATUS_MAX)),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.string(),
});

async function overApp(line: HostLine, url: string, init: RequestInit): Promise<Response> {
  const data = await line.call(
    'api',
    {
      method: init.method ?? 'GET',
      url: new URL(url, location.href).href,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body ?? null,
    },
    { signal: init.signal },
  );
  const answer = v.safeParse(wireHttpAnswer, data);
  if (!answer.success) throw new BridgeFault('ProtocolError', 'api: no HTTP answer');
  const { status, headers, body } = answer.output;
  // A status that forbids a body lets a Response have none.
  return new Response(body === '' ? null : body, { status, headers });
}

/**
 * Calls of our API over the app. An app that cannot is not asked again by this page. What only reads is then asked by the browser;
 * what changes something may have arrived, and whoever asked finds that out.
 */
export function senderOver(line: HostLine): RequestSender {
  let isAble = true;
  return async (url, init, changes) => {
    if (!isAble) return fetch(url, init);
    try {
      return await overApp(line, url, init);
    } catch (fault) {
      if (!(fault instanceof BridgeFault) || BRIDGE_ERRORS[fault.error].trouble !== 'cannot') throw fault;
      isAble = false;
      if (changes) throw fault;
      return fetch(url, init);
    }
  };
}
