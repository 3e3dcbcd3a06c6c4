import { isOrderId, type OrderId } from '@jawhara/domain';
import type { OrderLinkParameters } from '@jawhara/contract';
import { stored } from './storage/stored.ts';
import { pageViewId } from './ids.ts';

const PARAMETERS_MAX = 1_000;
const DEPTH_MAX = 5;
const ARRAY_MAX = 20;

/** A parameter of a query. `a[b][]=c` is named `a`, and its path is `b`, then an index of a list. */
interface QueryEntry {
  readonly name: string;
  readonly path: readonly string[];
  readonly text: string;
}

const BRACKETS = /\[([^[\]]*)\]/g;
const LIST_PLACE = /^\d*$/;
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** A flat list, so that deep nesting costs nothing. Parameters past a limit are dropped; nothing throws. */
export function parseQuery(query: string): readonly QueryEntry[] {
  const lengths = new Map<string, number>();
  const entries: QueryEntry[] = [];
  for (const [key, text] of new URLSearchParams(query.split('&', PARAMETERS_MAX).join('&'))) {
    const [, name = key, brackets = ''] = KEY.exec(key) ?? [];
    const path = Array.from(brackets.matchAll(BRACKETS), ([, place = '']) => place);
    const list = LIST_PLACE.test(path.at(-1) ?? 'no') ? key.slice(0, key.lastIndexOf('[')) : key;
    const length = lengths.get(list) ?? 0;
    lengths.set(list, length + 1);
    if (path.length > DEPTH_MAX || length >= ARRAY_MAX || Number(path.at(-1)) >= ARRAY_MAX) continue;
    entries.push({ name, path, text });
  }
  return entries;
}

/** Every parameter a link to this site may carry, by the name it has in the link. */
export const PARAMETER_NAMES = {
  sessionKey: ['session_key'],
  openId: ['open_id'],
  platform: ['platform'],
  versionCode: ['version_code'],
  from: ['from'],
  isAnchor: ['is_anchor'],
  roomId: ['room_id'],
  isDebug: ['is_debug'],
  isRelease: ['is_release'],
  apiBase: ['api_base'],
  bundleId: ['bundleid', 'bundle_id'],
  log: ['log'],
  actFrom: ['act_from'],
  actLoadId: ['act_load_id'],
  returnedOrderId: ['zp_orderid'],
  returnedDeviceId: ['zp_h5deviceid'],
  isReturn: ['zp_show'],
  redirectResult: ['redirectResult'],
  isTestReturn: ['test_zp_show'],
  testUpdateDate: ['test_update_date'],
  info: ['info'],
  jumpAppStore: ['jumpAppStore'],
  stayHere: ['stay_are'],
  antiBan: ['anti_ban'],
  uuid: ['uuid'],
  mock: ['mock'],
  ticket: ['ticket'],
  redirectFrom: ['redirect_from'],
  language: ['lan'],
  serverLog: ['s_log'],
  freshness: ['dt'],
  testLocal: ['test_local'],
  pageInfo: ['pageinfo'],
  /** Our own parameters: the order of a pay step, and the step. */
  orderId: ['order_id'],
  step: ['step'],
  /** Our own parameter: the id of the account whose fine a page is about. */
  fineOf: ['fine'],
} as const satisfies Record<string, readonly string[]>;

export type UrlParameters = { readonly [Name in keyof typeof PARAMETER_NAMES]: string | null };

/** The parts of an address that contain parameters. */
export interface LinkLocation {
  readonly search: string;
  readonly hash: string;
}

/** A flag is on if it is present, unless its value is `0` or `false`. */
export function isSet(flag: string | null): boolean {
  return flag !== null && flag !== '0' && flag !== 'false';
}

/** Parameter names with which the hash itself may begin; any other name counts only after a question mark. */
const IN_HASH = /^(?:test_local|zp_show|pageinfo|ticket)=/;

/** `#zp_show=1&pageinfo=…` and `#/pay?zp_show=1`: both forms, and both at once. The JSON of pageinfo may hold question marks. */
function queryInHash(hash: string): string {
  const parts: string[] = [];
  let isAfterMark = false;
  for (const part of hash.replace(/^#/, '').split('&')) {
    const pieces = part.startsWith('pageinfo=') ? [part] : part.split('?');
    for (const [place, piece] of pieces.entries()) {
      isAfterMark ||= place > 0;
      if (isAfterMark || IN_HASH.test(piece)) parts.push(piece);
    }
  }
  return parts.join('&');
}

/** Reads query and hash; the query wins. A name that occurs more than once counts the first time. Never throws. */
export function readUrlParameters(location: LinkLocation): UrlParameters {
  const entries = [location.search.replace(/^\?/, ''), queryInHash(location.hash)].flatMap(parseQuery);
  const read = (names: readonly string[]): string | null =>
    entries.find(
      ({ name, path }) => names.includes(name) && path.every((place) => place === '' || place === '0'),
    )?.text ?? null;
  const parameters = Object.entries(PARAMETER_NAMES).map(([ours, names]) => [ours, read(names)] as const);
  return Object.fromEntries(parameters) as unknown as UrlParameters;
}

/** The order that a link names, by our own parameter first; null if it names no valid id. */
export function orderIdOf(parameters: UrlParameters): OrderId | null {
  const named = parameters.orderId ?? parameters.returnedOrderId;
  return named !== null && isOrderId(named) ? named : null;
}

const PARAMETER_TEXT_MAX = 200;

/** A parameter of the opening link, stored for the visit, because later addresses lack it. Null if no address had it. */
export function visitParameter(
  name: keyof UrlParameters,
  key: string,
): (location: LinkLocation) => string | null {
  const storedParameter = stored<string>(
    { key, parse: (json) => (typeof json === 'string' ? json : null), format: (value) => value },
    () => globalThis.sessionStorage ?? null,
  );
  return (location) => {
    const named = readUrlParameters(location)[name]?.slice(0, PARAMETER_TEXT_MAX) ?? null;
    if (named === null) return storedParameter.read();
    if (named !== storedParameter.read()) storedParameter.write(named);
    return named;
  };
}

/** The link's `mock` parameter, sent with an order. A server without the demo provider ignores it. */
export const visitMock = visitParameter('mock', 'mock');

const platform = visitParameter('platform', 'platform');

/** The platform, which the opening link names; stored, so that a reload of a later page still has it. */
export function visitPlatform(location: LinkLocation): string {
  return platform(location) ?? '';
}

/** Facts of the visit from the opening link, sent with every event (APP-21). */
interface VisitFacts {
  readonly openId: string | null;
  readonly actFrom: string | null;
  readonly actLoadId: string | null;
  readonly redirectFrom: string | null;
  /** The device id for analytics; used for nothing else. */
  readonly uuid: string | null;
  /** Events are also printed to the console. */
  readonly logsToConsole: boolean;
  /** Events are sent at once, without a batch. */
  readonly sendsAtOnce: boolean;
}

const TEXT_MAX = 200;

const text = (json: unknown): string | null =>
  typeof json === 'string' && json !== '' ? json.slice(0, TEXT_MAX) : null;

function parseFacts(json: unknown): VisitFacts | null {
  if (typeof json !== 'object' || json === null) return null;
  const facts = json as Record<string, unknown>;
  return {
    openId: text(facts['openId']),
    actFrom: text(facts['actFrom']),
    actLoadId: text(facts['actLoadId']),
    redirectFrom: text(facts['redirectFrom']),
    uuid: text(facts['uuid']),
    logsToConsole: facts['logsToConsole'] === true,
    sendsAtOnce: facts['sendsAtOnce'] === true,
  };
}

/** Stored for the visit only: the next visit may come by another link. */
const storedFacts = stored<VisitFacts>(
  { key: 'visit', parse: parseFacts, format: (facts) => facts },
  () => globalThis.sessionStorage ?? null,
);

const NO_FACTS: VisitFacts = {
  openId: null,
  actFrom: null,
  actLoadId: null,
  redirectFrom: null,
  uuid: null,
  logsToConsole: false,
  sendsAtOnce: false,
};

/** Facts of this address, otherwise of an earlier one of the visit: later steps lack the link's query. */
export function visitFacts(location: LinkLocation = globalThis.location): VisitFacts {
  const link = readUrlParameters(location);
  const before = storedFacts.read() ?? NO_FACTS;
  const flag = (named: string | null, known: boolean): boolean => (named === null ? known : isSet(named));
  const facts: VisitFacts = {
    openId: text(link.openId) ?? before.openId,
    actFrom: text(link.actFrom) ?? before.actFrom,
    actLoadId: text(link.actLoadId) ?? before.actLoadId,
    redirectFrom: text(link.redirectFrom) ?? before.redirectFrom,
    uuid: text(link.uuid) ?? before.uuid,
    logsToConsole: flag(link.log, before.logsToConsole),
    sendsAtOnce: flag(link.serverLog, before.sendsAtOnce),
  };
  if (JSON.stringify(facts) !== JSON.stringify(before)) storedFacts.write(facts);
  return facts;
}

/** Parameters sent with every order: its page view, and those of the opening link that are passed on. */
export function orderLinkParameters(): OrderLinkParameters {
  const mock = visitMock(location);
  const { uuid } = visitFacts(location);
  return {
    ext: { page_view_id: pageViewId(Date.now()) },
    ...(mock === null ? {} : { mock }),
    ...(uuid === null ? {} : { uuid }),
  };
}
