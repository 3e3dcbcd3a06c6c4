import { isOrderId, type OrderId } from '@jawhara/domain';
import { parseQuery } from './parse-query.ts';

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
  /** Ours: the order a pay step shows, and the step itself. */
  orderId: ['order_id'],
  step: ['step'],
  /** Ours: the id of the account whose fine a page is about. */
  fineOf: ['fine'],
} as const satisfies Record<string, readonly string[]>;

export type UrlParameters = { readonly [Name in keyof typeof PARAMETER_NAMES]: string | null };

/** The part of an address that parameters stand in. */
export interface LinkLocation {
  readonly search: string;
  readonly hash: string;
}

/** A flag is on by being there; only a plain no turns it off. */
export function isSet(flag: string | null): boolean {
  return flag !== null && flag !== '0' && flag !== 'false';
}

/** What the hash may carry by itself; any other name only after a question mark. */
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

/** In the query and in the hash; the query wins. A name given more than once counts the first time. Never throws. */
export function readUrlParameters(location: LinkLocation): UrlParameters {
  const entries = [location.search.replace(/^\?/, ''), queryInHash(location.hash)].flatMap(parseQuery);
  const read = (names: readonly string[]): string | null =>
    entries.find(
      ({ name, path }) => names.includes(name) && path.every((place) => place === '' || place === '0'),
    )?.text ?? null;
  const parameters = Object.entries(PARAMETER_NAMES).map(([ours, names]) => [ours, read(names)] as const);
  return Object.fromEntries(parameters) as unknown as UrlParameters;
}

/** The order a link speaks of, ours first, or null when it names none that could exist. */
export function orderIdOf(parameters: UrlParameters): OrderId | null {
  const named = parameters.orderId ?? parameters.returnedOrderId;
  return named !== null && isOrderId(named) ? named : null;
}
