import { hash } from 'node:crypto';
import { SESSION_KEY_HEADERS } from '@jawhara/contract';
import type { AccountId } from '@jawhara/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountBehind, readSessionKey, type SessionDeps, type SessionKey } from '../accounts/session-key.ts';
import { COOKIE_PATH, deviceCookie, readDeviceCookie } from './device-cookie.ts';

/** Who is asking: always a device, and an account when a session key says so. */
export interface Caller {
  /** A digest: what the database keeps cannot be used to be this device. */
  readonly device: string;
  readonly address: string;
  readonly accountId: AccountId | null;
  /** The key that was sent, whether or not it still opens anything. */
  readonly sessionKey: SessionKey | null;
}

function digest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A device as it was met: the secret it keeps, and what we call it. */
interface MetDevice {
  readonly secret: string;
  readonly digest: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The door and the call both ask who it is; the digest is made once. */
    device: MetDevice | null;
  }
}

/** Reads the device's cookie, or gives the device one. */
export function identifyDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<SessionDeps, 'chance'>,
): string {
  if (request.device !== null) return request.device.digest;
  const known = readDeviceCookie(request.headers.cookie);
  const secret = known ?? Buffer.from(deps.chance(32)).toString('hex');
  if (known === null && request.url.startsWith(COOKIE_PATH)) {
    reply.header('set-cookie', deviceCookie(secret, request.protocol === 'https'));
  }
  request.device = { secret, digest: digest(secret) };
  return request.device.digest;
}

/** From a header as the specification has it, or from the `session_key` parameter of older links. */
function sentSessionKey(request: FastifyRequest, wire: Readonly<Record<string, unknown>>): SessionKey | null {
  for (const header of SESSION_KEY_HEADERS) {
    const key = readSessionKey(request.headers[header]);
    if (key) return key;
  }
  return readSessionKey(wire['session_key']);
}

export async function identifyCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  wire: Readonly<Record<string, unknown>>,
  deps: SessionDeps,
): Promise<Caller> {
  const sessionKey = sentSessionKey(request, wire);
  return {
    device: identifyDevice(request, reply, deps),
    address: request.ip,
    accountId: sessionKey ? await accountBehind(deps, sessionKey) : null,
    sessionKey,
  };
}
