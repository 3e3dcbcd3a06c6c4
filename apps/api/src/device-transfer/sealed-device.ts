import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { ARMED_FOR_DAYS } from '@jawhara/domain';
import type { Chance } from '../platform/time-ordered-id.ts';

/**
 * The keys that sign devices also seal them, and are changed in the same way: the first one encrypts, all of them can
 * decrypt.
 */
export type SealingKeys = readonly [string, ...string[]];

/** A device's secret, and the only public key whose owner may use the device on another host. */
export interface SealedDevice {
  readonly secret: string;
  /** An uncompressed point of the curve P-256. */
  readonly publicKey: Buffer;
}

const SECRET_BYTES = 32;
export const PUBLIC_KEY_BYTES = 65;
const TIME_BYTES = 6;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PLAIN_BYTES = SECRET_BYTES + PUBLIC_KEY_BYTES + TIME_BYTES;
const ARMED_FOR_MS = ARMED_FOR_DAYS * 24 * 3_600_000;

/**
 * The encryption key, derived from the key that signs devices: so sealed text cannot be used as a signature, or a
 * signature as sealed text.
 */
function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'jawhara-hand-over-seal', 32));
}

/**
 * Encrypts a device. Only the browser stores the result. It can neither read the secret nor use the result without its
 * private key.
 */
export function sealDevice(device: SealedDevice, at: Date, [key]: SealingKeys, chance: Chance): string {
  const nonce = Buffer.from(chance(NONCE_BYTES));
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(at.getTime(), 0, TIME_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce);
  const plain = Buffer.concat([Buffer.from(device.secret, 'hex'), device.publicKey, time]);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function opened(bytes: Buffer, key: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Decrypts a device. Null for text that we did not seal, or that was sealed too long ago. */
export function openSealed(sealed: string, now: Date, keys: SealingKeys): SealedDevice | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length !== NONCE_BYTES + PLAIN_BYTES + TAG_BYTES) return null;
  const plain = keys.map((key) => opened(bytes, key)).find((one) => one !== null);
  if (plain === undefined || plain === null) return null;
  const sealedAtMs = plain.readUIntBE(SECRET_BYTES + PUBLIC_KEY_BYTES, TIME_BYTES);
  if (now.getTime() - sealedAtMs > ARMED_FOR_MS) return null;
  return {
    secret: plain.subarray(0, SECRET_BYTES).toString('hex'),
    publicKey: plain.subarray(SECRET_BYTES, SECRET_BYTES + PUBLIC_KEY_BYTES),
  };
}
