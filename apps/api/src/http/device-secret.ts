import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** The first signs, all are believed: a new one is put before the old one, which leaves when its devices have come back. */
export type DeviceKeys = readonly [string, ...string[]];

/**
 * The secret that a device stores: 32 random bytes, and our signature over them. Unsigned, a client could invent devices as it
 * needs them, and an attacker who plants a cookie in another person's browser could choose one that he knows without ever
 * having met us.
 */
const SIGNED = /^([0-9a-f]{64})\.([0-9a-f]{32})$/;
const SIGNATURE_BYTES = 16;

function signature(secret: string, key: string): Buffer {
  // Named, so that the same key signing something else one day could not be made to sign devices.
  return createHmac('sha256', key).update(`device:${secret}`).digest().subarray(0, SIGNATURE_BYTES);
}

export function signSecret(secret: string, [key]: DeviceKeys): string {
  return `${secret}.${signature(secret, key).toString('hex')}`;
}

export interface ReadSecret {
  readonly secret: string;
  /** False when an older key signed it: it gets a new signature. */
  readonly isOfFirstKey: boolean;
}

/** Null for whatever we have not signed. */
export function readSecret(text: string, keys: DeviceKeys): ReadSecret | null {
  const [, secret, sent] = SIGNED.exec(text) ?? [];
  if (secret === undefined || sent === undefined) return null;
  const signed = Buffer.from(sent, 'hex');
  const at = keys.findIndex((key) => timingSafeEqual(signed, signature(secret, key)));
  return at === -1 ? null : { secret, isOfFirstKey: at === 0 };
}

/**
 * Our name for a device. The stored digest cannot be used to impersonate the device, and it stays the same whichever key
 * signed.
 */
export function deviceDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
