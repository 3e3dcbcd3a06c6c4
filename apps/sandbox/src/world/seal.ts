import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text that passes through the browser or the shop, so that neither can read or change it. */
export interface Seal {
  /** Encrypts the content. `binding`: plain data beside it, without which it cannot be decrypted. */
  close(content: object, binding: string): string;
  /** Decrypts a text. Throws if it was not encrypted by this object, or with another binding. */
  open(text: string, binding: string): unknown;
}

export function createSeal(): Seal {
  const key = randomBytes(32);
  return {
    close(content, binding) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(binding));
      const text = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(text, binding) {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(binding))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const content = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
      return JSON.parse(content + decipher.final('utf8'));
    },
  };
}
