import { generateKeyPairSync, type KeyObject } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;

function base58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = `${BASE58[Number(number % 58n)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(0, zeros)) + text;
}

/** The key as the engine prints it in its log and RESTATE_IDENTITY_KEYS expects it. */
export function identityOf(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' });
  return `publickeyv1_${base58(der.subarray(-KEY_BYTES))}`;
}

/** The private key with which the engine signs requests, and the identity by which workers verify them. */
export function newEngineKey(): { readonly pem: string; readonly identity: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    identity: identityOf(publicKey),
  };
}
