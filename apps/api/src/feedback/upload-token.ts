import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isFileKey, isFileType, type FileKey, type FileType } from '@jawhara/domain';
import * as v from 'valibot';

/** A token's permission: this file of this device, of this size and type, until then. */
export interface UploadClaims {
  readonly key: FileKey;
  readonly device: string;
  readonly bytes: number;
  readonly type: FileType;
  readonly expiresAtMs: number;
}

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    key: v.pipe(
      v.string(),
      v.check(isFileKey),
      v.transform((text) => text as FileKey),
    ),
    device: v.string(),
    bytes: v.number(),
    type: v.pipe(
      v.string(),
      v.check(isFileType),
      v.transform((text) => text as FileType),
    ),
    expiresAtMs: v.number(),
  }),
);

function seal(secret: Uint8Array, payload: string): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

export function signUploadToken(secret: Uint8Array, claims: UploadClaims): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${seal(secret, payload).toString('base64url')}`;
}

/** The seal first: nothing of a forged token is ever parsed. Null when it is forged or too old. */
export function readUploadToken(secret: Uint8Array, token: string, now: Date): UploadClaims | null {
  const [payload = '', sealText = '', ...more] = token.split('.');
  const given = Buffer.from(sealText, 'base64url');
  const own = seal(secret, payload);
  if (more.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return null;
  const claims = v.safeParse(claimsSchema, Buffer.from(payload, 'base64url').toString());
  return claims.success && claims.output.expiresAtMs > now.getTime() ? claims.output : null;
}

/** The digest of a token, which is all that the database stores. */
export function digestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
