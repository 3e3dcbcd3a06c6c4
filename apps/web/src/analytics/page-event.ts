import { SESSION_DIGEST_CHARACTERS, withoutSecrets } from '@jawhara/domain';
import type { TelemetryEvent } from '@jawhara/contract';
import { clientId } from '../browser/client-id.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { readUrlParameters } from '../browser/url-parameters.ts';
import { visitFacts } from '../browser/visit-facts.ts';
import { namedByLink } from './link-fields.ts';

/** Tells sessions apart without being one: the key itself never leaves with an event. Empty where the browser cannot make it. */
export async function sessionDigest(sessionKey: string | null): Promise<string> {
  if (sessionKey === null || globalThis.crypto.subtle === undefined) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionKey));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, SESSION_DIGEST_CHARACTERS);
}

/** By which analytics know the site. */
export const PROJECT = 'official website';

const USER_AGENT_MAX = 300;
const HREF_MAX = 600;
/** Five of them, with all the rest, fit into the 2000 characters that a text of an event may have. */
const LINK_TEXT_MAX = 80;

/** The device as analytics are told of it: what the link says, else our own id. Nothing else believes it. */
export function trackedDeviceId(): string {
  return withoutSecrets(visitFacts().uuid ?? clientId());
}

/** Who, where and what, as the specification wants it of every such event. */
async function whereAndWho(op: string): Promise<string> {
  const login = storedLogin.read();
  return JSON.stringify({
    uid: login?.account.accountId ?? '',
    op,
    tk: await sessionDigest(login?.sessionKey ?? null),
    ua: navigator.userAgent.slice(0, USER_AGENT_MAX),
    proj: PROJECT,
    href: withoutSecrets(location.href.slice(0, HREF_MAX)),
    rid: withoutSecrets((readUrlParameters(location).roomId ?? '').slice(0, LINK_TEXT_MAX)),
    ...namedByLink(LINK_TEXT_MAX),
  });
}

/** An event about the page itself: what it met, how fast it was. `texts` are the second to the fourth. */
export async function pageEvent(
  name: string,
  texts: readonly [string, string, string],
  numbers: TelemetryEvent['numbers'] = [null, null, null, null],
): Promise<TelemetryEvent> {
  const first = await whereAndWho(name);
  return {
    name,
    deviceUuid: trackedDeviceId(),
    version: __SITE_VERSION__,
    texts: [first, ...texts],
    numbers,
  };
}

/** For a report that is cut into many events: who and where are told by the others of the page. */
export function linkOfEvents(): string {
  const named = namedByLink(LINK_TEXT_MAX);
  return Object.keys(named).length === 0 ? '' : JSON.stringify(named);
}
