import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MailAddress } from '@jawhara/domain';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { SmtpServer } from '../platform/smtp.ts';

/**
 * The keys that seal addresses and sign links. The first is used and all are accepted: a new key is put before the old one, which
 * stays as long as addresses are stored.
 */
export type MailKeys = readonly [string, ...string[]];

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The length of the mark that identifies the key with which an address was sealed. */
const MARK_BYTES = 4;

function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'jawhara mail address', KEY_BYTES));
}

function markOf(key: string): Buffer {
  return createHmac('sha256', key).update('mail key').digest().subarray(0, MARK_BYTES);
}

/** The seal is bound to the row: an address copied from another row cannot be opened. */
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

/** Throws if no configured key sealed the address: a key was removed too early. */
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

const SIGNATURE_BYTES = 16;
const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const LINK = /^([\w-]{22})\.([\w-]{22})$/;
/** Hex digits only, because mail servers may change the case of the part before the @. */
const RETURN_PATH = /^back-([0-9a-f]{32})-([0-9a-f]{32})@/i;

type Purpose = 'stop' | 'return' | 'order';

function signatureOf(purpose: Purpose, id: string, key: string): Buffer {
  return createHmac('sha256', key).update(`mail ${purpose}:${id}`).digest().subarray(0, SIGNATURE_BYTES);
}

function isSigned(purpose: Purpose, id: string, signature: Buffer, keys: MailKeys): boolean {
  return (
    signature.length === SIGNATURE_BYTES &&
    keys.some((key) => timingSafeEqual(signatureOf(purpose, id, key), signature))
  );
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (hex: string): string => hex.replace(HEX_ID, '$1-$2-$3-$4-$5');

function link(purpose: Purpose, id: string, key: string): string {
  return `${bytesOf(id).toString('base64url')}.${signatureOf(purpose, id, key).toString('base64url')}`;
}

/** Null for a text that we did not sign for this purpose; checked without reading any table. */
function readLink(purpose: Purpose, text: string, keys: MailKeys): string | null {
  const [, bytes = '', signature = ''] = LINK.exec(text) ?? [];
  if (bytes === '') return null;
  const id = idOf(Buffer.from(bytes, 'base64url').toString('hex'));
  return isSigned(purpose, id, Buffer.from(signature, 'base64url'), keys) ? id : null;
}

/** The secret of the link that ends the mails of one subscription. */
export const stopLink = (subscriptionId: string, [key]: MailKeys): string =>
  link('stop', subscriptionId, key);

export const readStopLink = (text: string, keys: MailKeys): string | null => readLink('stop', text, keys);

/** [ORD-22] The secret of the link that shows one order, once. */
export const orderLink = (linkId: string, [key]: MailKeys): string => link('order', linkId, key);

export const readOrderLink = (text: string, keys: MailKeys): string | null => readLink('order', text, keys);

/** The address to which mail servers return this one mail if they cannot deliver it. */
export function returnPath(mailId: string, domain: string, [key]: MailKeys): string {
  return `back-${bytesOf(mailId).toString('hex')}-${signatureOf('return', mailId, key).toString('hex')}@${domain}`;
}

/** The mail whose return path this is; null for every other address. */
export function readReturnPath(address: string, keys: MailKeys): string | null {
  const [, id = '', signature = ''] = RETURN_PATH.exec(address.trim().toLowerCase()) ?? [];
  if (id === '') return null;
  const mailId = idOf(id);
  return isSigned('return', mailId, Buffer.from(signature, 'hex'), keys) ? mailId : null;
}

/** Settings of a shop that sends mail. */
export interface MailSettings {
  readonly keys: MailKeys;
  readonly server: SmtpServer;
  readonly sender: string;
  /** The address of answers to a mail, which people read. */
  readonly replyTo: string;
  /** Mail that cannot be delivered comes back to addresses of this domain. */
  readonly returnDomain: string;
  /** The secret of the server that posts this mail. */
  readonly returnsKey: string;
}
