import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

const PUBLIC_KEY_BYTES = 32;
/** Prefixes of the 32 bytes of an Ed25519 key in the formats that node:crypto reads (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An operator's key pair. */
export interface OperatorKey {
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer;
  readonly fingerprint: Buffer;
  sign(text: string): Buffer;
}

export const digestOf = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();

function keyFrom(privateKey: KeyObject): OperatorKey {
  const publicKey = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_HEAD.length);
  return {
    publicKey,
    fingerprint: digestOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}

/** The 32 secret bytes of a new key. */
export function newSecret(): Buffer {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_HEAD.length);
}

export function operatorKeyOf(secret: Uint8Array): OperatorKey {
  return keyFrom(
    createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secret]), format: 'der', type: 'pkcs8' }),
  );
}

export function isSignedBy(publicKey: Uint8Array, text: string, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.concat([SPKI_HEAD, publicKey]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}

/** The fingerprint in ssh's format, for people to compare. */
export function fingerprintText(fingerprint: Uint8Array): string {
  return `SHA256:${Buffer.from(fingerprint).toString('base64url')}`;
}

const KEY_TEXT = /^ed25519:([A-Za-z0-9_-]{43})$/;

/** A public key as text, in which an operator sends it to an administrator. */
export function publicKeyText(publicKey: Uint8Array): string {
  return `ed25519:${Buffer.from(publicKey).toString('base64url')}`;
}

/** Null when the text is not a public key. */
export function readPublicKey(text: string): Buffer | null {
  const encoded = KEY_TEXT.exec(text.trim())?.[1];
  const bytes = encoded === undefined ? null : Buffer.from(encoded, 'base64url');
  return bytes?.length === PUBLIC_KEY_BYTES && publicKeyText(bytes) === text.trim() ? bytes : null;
}
