import { createHash } from 'node:crypto';
import { SESSION_KEY_HEADERS } from '@jawhara/contract';
import type { AccountId } from '@jawhara/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountBehind, readSessionKey, type SessionDeps, type SessionKey } from '../accounts/session-key.ts';

/** Who is asking: always a device, and an account when a session key says so. */
export interface Caller {
  /** A digest: what the database keeps cannot be used to be this device. */
  readonly device: string;
  readonly address: string;
  readonly accountId: AccountId | null;
  /** The key that was sent, whether or not it still opens anything. */
  readonly sessionKey: SessionKey | null;
}

export const DEVICE_COOKIE = 'jawhara_device';
const COOKIE_PATH = '/api/';
const YEAR_S = 365 * 24 * 3600;

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The door and the call both ask who it is; the digest is made once. */
const identified = new WeakMap<FastifyRequest, string>();

/** Reads the device's cookie, or gives the device one: no script can read it, no other site can send it. */
export function identifyDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<SessionDeps, 'chance'>,
): string {
  const before = identified.get(request);
  if (before !== undefined) return before;
  const known = request.cookies[DEVICE_COOKIE];
  const secret = known && /^[0-9a-f]{64}$/.test(known) ? known : Buffer.from(deps.chance(32)).toString('hex');
  // A batch's parts are asked under the identity its sender has just been given.
  request.cookies[DEVICE_COOKIE] = secret;
  // The cookie is not sent to other paths: giving one there would replace the device's own.
  if (secret !== known && request.url.startsWith(COOKIE_PATH)) {
    reply.setCookie(DEVICE_COOKIE, secret, {
      path: COOKIE_PATH,
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: YEAR_S,
    });
  }
  const device = digest(secret);
  identified.set(request, device);
  return device;
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
