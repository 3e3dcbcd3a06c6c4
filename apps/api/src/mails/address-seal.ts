import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MailAddress } from '@jawhara/domain';
import type { Chance } from '../platform/time-ordered-id.ts';

/** The first seals and signs, all are accepted: a new key is put before the old one, which stays as long as addresses are kept. */
export type MailKeys = readonly [string, ...string[]];

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Which of the keys has sealed it. */
const MARK_BYTES = 4;

function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'jawhara mail address', KEY_BYTES));
}

function markOf(key: string): Buffer {
  return createHmac('sha256', key).update('mail key').digest().subarray(0, MARK_BYTES);
}

/** Bound to its row: the sealed address of another order opens nothing here. */
export function sealAddress(
  address: MailAddress,
  subscriptionId: string,
  { keys: [key], chance }: { readonly keys: MailKeys; readonly chance: Chance },
): Buffer {
  const nonce = Buffer.from(chance(NONCE_BYTES));
  const cipher = createCipheriv(CIPHER, sealingKey(key), nonce).setAAD(Buffer.from(subscriptionId));
  const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()]);
  return Buffer.concat([markOf(key), nonce, sealed, cipher.getAuthTag()]);
}

/** Throws where no key of the settings has sealed it: a key was removed too early. */
export function openAddress(sealed: Uint8Array, subscriptionId: string, keys: MailKeys): MailAddress {
  const bytes = Buffer.from(sealed);
  const mark = bytes.subarray(0, MARK_BYTES);
  const key = keys.find((one) => timingSafeEqual(markOf(one), mark));
  if (key === undefined) throw new Error('an address was sealed with a key that MAIL_KEYS does not have');
  const body = bytes.subarray(MARK_BYTES);
  const opened = createDecipheriv(CIPHER, sealingKey(key), body.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(subscriptionId))
    .setAuthTag(body.subarray(-TAG_BYTES));
  const text = Buffer.concat([opened.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), opened.final()]);
  return text.toString('utf8') as MailAddress;
}
