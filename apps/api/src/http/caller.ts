import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Chance } from '../platform/time-ordered-id.ts';

/** Who is asking. A visitor is known by a device; logged-in accounts come with the login calls. */
export interface Caller {
  /** A digest: what the database keeps cannot be used to be this device. */
  readonly device: string;
  readonly address: string;
}

export const DEVICE_COOKIE = 'jawhara_device';
const YEAR_S = 365 * 24 * 3600;

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Reads the device's cookie, or gives the device one: no script can read it, no other site can send it. */
export function identifyCaller(request: FastifyRequest, reply: FastifyReply, chance: Chance): Caller {
  const known = request.cookies[DEVICE_COOKIE];
  const isSecure = request.protocol === 'https';
  const secret = known && /^[0-9a-f]{64}$/.test(known) ? known : Buffer.from(chance(32)).toString('hex');
  if (secret !== known) {
    reply.setCookie(DEVICE_COOKIE, secret, {
      path: '/api/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: YEAR_S,
    });
  }
  return { device: digest(secret), address: request.ip };
}
