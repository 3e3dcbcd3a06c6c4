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

/** [NET-01] The apps that a page can belong to. Any other text in the header is dropped, because it would be stored. */
const PACKAGE_NAMES = ['kanka', 'are', 'ludo', 'okey', 'ksa'] as const;

type PackageName = (typeof PACKAGE_NAMES)[number];

/** The app whose page makes a call. It is used for telemetry and proves nothing. */
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

/** The headers again, for the parts of a batch. */
export function callingAppHeaders({ packageName, isInBridge }: CallingApp): Record<string, string> {
  return {
    ...(packageName === null ? {} : { [PACKAGE_HEADER]: packageName }),
    ...(isInBridge ? { [BRIDGE_HEADER]: '1' } : {}),
  };
}

/** The sender of a request: always a device, and an account when a session key says so. */
export interface Caller {
  /** A digest: the stored value cannot be used to impersonate the device. */
  readonly device: string;
  /** The device's cookie came with this request, and no page of another site caused the request. */
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
  /** The caller objects to usage records. */
  readonly objectsToUsage: boolean;
}

/** Dependencies that identify callers. The look-up of a session key's owner belongs to accounts, so it is passed in. */
export interface CallerDeps {
  readonly devices: Devices;
  readonly accountBehind: (key: SessionKey, device: string | null) => Promise<AccountId | null>;
}

/** From the specified header, or from the `session_key` parameter of older links. */
function sentSessionKey(request: FastifyRequest, wire: Readonly<Record<string, unknown>>): SessionKey | null {
  for (const header of SESSION_KEY_HEADERS) {
    const key = readSessionKey(request.headers[header]);
    if (key) return key;
  }
  return readSessionKey(wire['session_key']);
}

/**
 * Link device and account only if the device cookie came with the request; a fresh one may never return. And a link that
 * contains another person's session key must not tie the device that follows it to that account.
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
