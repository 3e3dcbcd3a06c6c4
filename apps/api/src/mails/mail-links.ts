import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MailKeys } from './address-seal.ts';

const SIGNATURE_BYTES = 16;
const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const LINK = /^([\w-]{22})\.([\w-]{22})$/;
/** Small letters and digits alone: mail servers may change the case of the part before the sign. */
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

/** Null for a text that we did not sign for this purpose, without a look at any table. */
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

/** Where a mail server sends this one mail back to. */
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
