import { createHmac, timingSafeEqual } from 'node:crypto';

/** The keys that sign devices: the first gives, all are believed. */
export type NonceKeys = readonly [string, ...string[]];

/**
 * The nonce that Google puts into a token for this device. A page has it from us and cannot choose it, and nothing is stored: the
 * same device has the same one again. A token that was taken from one device is of no use on another.
 */
function nonceBy(device: string, key: string): Buffer {
  return createHmac('sha256', key).update(`google-nonce:${device}`).digest();
}

export function nonceOfDevice(device: string, [key]: NonceKeys): string {
  return nonceBy(device, key).toString('base64url');
}

/** Any of our keys: one that is exchanged between the button and its press costs nobody a sign-in. */
export function isNonceOfDevice(sent: unknown, device: string, keys: NonceKeys): boolean {
  if (typeof sent !== 'string') return false;
  const nonce = Buffer.from(sent, 'base64url');
  return keys.some((key) => {
    const own = nonceBy(device, key);
    return nonce.length === own.length && timingSafeEqual(nonce, own);
  });
}
