import type { IncomingHttpHeaders } from 'node:http';
import { NO_USAGE_HEADER, SESSION_KEY_HEADERS } from '@jawhara/contract';
import {
  objectsToUsage,
  readSessionKey,
  type AccountId,
  type Locale,
  type SessionKey,
} from '@jawhara/domain';
import type { FastifyRequest } from 'fastify';
import { MAY_MUTATE } from './request-origin.ts';
import type { Devices, MetDevice } from './devices.ts';
import { localeOf } from './refusal.ts';

const PACKAGE_HEADER = 'x-cli-pn';
const BRIDGE_HEADER = 'x-cli-br';

/**
 * [NET-01] The apps to which a page can belong. Any other text in the header is dropped, because the value is stored
 * with telemetry.
 */
const PACKAGE_NAMES = ['kanka', 'are', 'ludo', 'okey', 'ksa'] as const;

type PackageName = (typeof PACKAGE_NAMES)[number];

/** The app whose page makes a call, as the page itself says. It is used for telemetry only, because nothing proves it. */
interface CallingApp {
  readonly packageName: PackageName | null;
  readonly isInBridge: boolean;
}

function callingAppOf(headers: IncomingHttpHeaders): CallingApp {
  return {
    packageName: PACKAGE_NAMES.find((name) => name === headers[PACKAGE_HEADER]) ?? null,
    isInBridge: headers[BRIDGE_HEADER] === '1',
  };
}

/** The same facts as headers again, for the parts of a batch. */
export function callingAppHeaders({ packageName, isInBridge }: CallingApp): Record<string, string> {
  return {
    ...(packageName === null ? {} : { [PACKAGE_HEADER]: packageName }),
    ...(isInBridge ? { [BRIDGE_HEADER]: '1' } : {}),
  };
}

/** The sender of a request: always a device, and also an account if the request has a valid session key. */
export interface Caller {
  /** A digest of the device's secret. The digest is what tables store: it cannot be used to impersonate the device. */
  readonly device: string;
  /**
   * The device's cookie came with this request, and the request was sent by a script or a program, not by a link or
   * another site.
   */
  readonly isKnownDevice: boolean;
  readonly address: string;
  /** The address of the site the caller is on, to which a bank sends them back. */
  readonly siteUrl: string;
  readonly accountId: AccountId | null;
  /** The session key that was sent, valid or not. */
  readonly sessionKey: SessionKey | null;
  /** The language of the caller's page. */
  readonly locale: Locale;
  readonly app: CallingApp;
  /** True if the caller objects to records of how the site is used. */
  readonly objectsToUsage: boolean;
}

/** Dependencies that identify callers. The look-up of a session key's owner belongs to accounts, so it is passed in. */
export interface CallerDeps {
  readonly devices: Devices;
  readonly accountBehind: (key: SessionKey, device: string | null) => Promise<AccountId | null>;
}

/** Reads the session key from one of its specified headers, or from the `session_key` parameter of older links. */
function sentSessionKey(request: FastifyRequest, wire: Readonly<Record<string, unknown>>): SessionKey | null {
  for (const header of SESSION_KEY_HEADERS) {
    const key = readSessionKey(request.headers[header]);
    if (key) return key;
  }
  return readSessionKey(wire['session_key']);
}

/**
 * Whether device and account may be stored together. A device without a cookie may never return. And a link that
 * contains another person's session key must not connect the device of the person who follows it with that account.
 */
function isRemembered({ isKnown, requestOrigin }: MetDevice): boolean {
  return isKnown && MAY_MUTATE[requestOrigin];
}

export async function identifyCaller(
  request: FastifyRequest,
  wire: Readonly<Record<string, unknown>>,
  deps: CallerDeps,
): Promise<Caller> {
  const sessionKey = sentSessionKey(request, wire);
  const met = deps.devices.meet(request);
  const isKnownDevice = isRemembered(met);
  return {
    device: met.digest,
    isKnownDevice,
    address: request.ip,
    siteUrl: met.siteUrl,
    accountId: sessionKey ? await deps.accountBehind(sessionKey, isKnownDevice ? met.digest : null) : null,
    sessionKey,
    locale: localeOf(request),
    app: callingAppOf(request.headers),
    objectsToUsage: objectsToUsage(request.headers[NO_USAGE_HEADER]),
  };
}
