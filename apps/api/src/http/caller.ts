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

/** Who is asking: always a device, and an account when a session key says so. */
export interface Caller {
  /** A digest: what the database keeps cannot be used to be this device. */
  readonly device: string;
  /** Its cookie came with this very request: a device that we have met before, and no other page led it here. */
  readonly isKnownDevice: boolean;
  readonly address: string;
  /** Where a bank sends them back to: the site they are on. */
  readonly siteUrl: string;
  readonly accountId: AccountId | null;
  /** The key that was sent, whether or not it still opens anything. */
  readonly sessionKey: SessionKey | null;
  /** The language they read us in. */
  readonly locale: Locale;
  /** They want no records of how they use the site. */
  readonly objectsToUsage: boolean;
}

/** Dependencies that identify callers. The owner of a session key is looked up by accounts, so that look-up is handed in. */
export interface CallerDeps {
  readonly devices: Devices;
  readonly accountBehind: (key: SessionKey, device: string | null) => Promise<AccountId | null>;
}

/** From a header as the specification has it, or from the `session_key` parameter of older links. */
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
    objectsToUsage: objectsToUsage(request.headers[NO_USAGE_HEADER]),
  };
}
