import { isOrderId, type OrderId } from '@jawhara/domain';

/** Every parameter a link to this site may carry, by the name it has in the link. */
const PARAMETER_NAMES = {
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

const PARAMETERS_MAX = 1_000;

function firstParameters(query: string): URLSearchParams {
  return new URLSearchParams(query.split('&').slice(0, PARAMETERS_MAX).join('&'));
}

/** What follows a question mark, in the query and inside the hash; the query wins. Never throws. */
export function readUrlParameters(location: {
  readonly search: string;
  readonly hash: string;
}): UrlParameters {
  const mark = location.hash.indexOf('?');
  const query = firstParameters(location.search.replace(/^\?/, ''));
  const inHash = firstParameters(mark === -1 ? '' : location.hash.slice(mark + 1));
  const read = (names: readonly string[]): string | null => {
    for (const source of [query, inHash]) {
      for (const name of names) {
        const value = source.get(name);
        if (value !== null) return value;
      }
    }
    return null;
  };
  const entries = Object.entries(PARAMETER_NAMES).map(([ours, names]) => [ours, read(names)] as const);
  return Object.fromEntries(entries) as unknown as UrlParameters;
}

/** The order a link speaks of, ours first, or null when it names none that could exist. */
export function orderIdOf(parameters: UrlParameters): OrderId | null {
  const named = parameters.orderId ?? parameters.returnedOrderId;
  return named !== null && isOrderId(named) ? named : null;
}
