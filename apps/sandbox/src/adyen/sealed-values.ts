import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type SealedField =
  | 'encryptedCardNumber'
  | 'encryptedExpiryMonth'
  | 'encryptedExpiryYear'
  | 'encryptedSecurityCode'
  | 'encryptedBin';

/** Encrypts what the payer typed so that only the simulated Adyen can read it, and decrypts it. */
export interface SealedValues {
  seal(field: SealedField, value: string): string;
  /** Null: not encrypted by this object, or encrypted for another field. */
  open(field: SealedField, blob: string): string | null;
}

/** {"alg":"dir","enc":"A256GCM"}: values of the real fields start with this header too. */
const HEADER = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The test platform also accepts an unencrypted value with this prefix, for manual tests. */
const CLEAR = /^test_(\d+)$/;

export function createSealedValues(): SealedValues {
  const key = randomBytes(32);
  return {
    seal(field, value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(field));
      const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return `${HEADER}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(field, blob) {
      const clear = CLEAR.exec(blob)?.[1];
      if (clear !== undefined) return clear;
      const [header, body] = blob.split('.');
      const bytes = Buffer.from(body ?? '', 'base64url');
      if (header !== HEADER || bytes.length <= IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(field))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return null; // changed on its way, or sealed by a sandbox that is gone
      }
    },
  };
}
