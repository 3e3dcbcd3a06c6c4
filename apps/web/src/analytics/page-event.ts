import { withoutSecrets, SESSION_DIGEST_CHARACTERS } from '@jawhara/domain';
import type { TelemetryEvent } from '@jawhara/contract';
import { visitFacts, readUrlParameters } from '../browser/link.ts';
import { clientId } from '../browser/ids.ts';
import { storedLogin } from '../browser/storage/login.ts';

/** Facts of the opening link under the link's own names, sent with every event. Link text is untrusted. */
export function linkFields(charactersMax: number): Readonly<Record<string, string>> {
  const { openId, actFrom, actLoadId, redirectFrom } = visitFacts();
  const said = { open_id: openId, act_from: actFrom, act_load_id: actLoadId, redirect_from: redirectFrom };
  return Object.fromEntries(
    Object.entries(said).map(([name, text]) => [name, withoutSecrets(text ?? '').slice(0, charactersMax)]),
  );
}

/** Only the facts that the link names, for events that are sent often. */
function namedByLink(charactersMax: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(linkFields(charactersMax)).filter(([, text]) => text !== ''));
}

/** Query and hash of an address, which may contain secrets. */
const BEHIND_PATH = /(https?:\/\/[^\s?#"')]*)[?#][^\s"')]*/g;

/** A text of the page as it may be reported: without secrets, our addresses without their host, shortened to the limit. */
export function cleanText(text: string, charactersMax: number): string {
  const plain = text.replace(BEHIND_PATH, '$1').replaceAll(globalThis.location.origin, '');
  return withoutSecrets(plain).slice(0, charactersMax);
}

/** Distinguishes sessions without their key, which is never sent with an event. Empty where the browser cannot hash. */
export async function sessionDigest(sessionKey: string | null): Promise<string> {
  if (sessionKey === null || globalThis.crypto.subtle === undefined) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionKey));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, SESSION_DIGEST_CHARACTERS);
}

/** The site's name in analytics. */
export const PROJECT = 'official website';

const USER_AGENT_MAX = 300;
const HREF_MAX = 600;
/** Five such texts and the other fields fit into the 2000 characters of an event. */
const LINK_TEXT_MAX = 80;

/** The device id for analytics: the link's, otherwise our own. Used for nothing else. */
export function trackedDeviceId(): string {
  return withoutSecrets(visitFacts().uuid ?? clientId());
}

/** Account, address and operation, which the specification requires in each such event. */
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

/** An event about the page itself, such as an error or its load times. `texts` fill its second to fourth text field. */
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

/** The link's facts for a report split into many events. The page's other events contain account and address. */
export function linkOfEvents(): string {
  const named = namedByLink(LINK_TEXT_MAX);
  return Object.keys(named).length === 0 ? '' : JSON.stringify(named);
}
