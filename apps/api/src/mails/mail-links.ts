import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MailKeys } from './address-seal.ts';

const SIGNATURE_BYTES = 16;
const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const STOP_LINK = /^([\w-]{22})\.([\w-]{22})$/;
/** Small letters and digits alone: mail servers may change the case of the part before the sign. */
const RETURN_PATH = /^back-([0-9a-f]{32})-([0-9a-f]{32})@/i;

function signatureOf(purpose: 'stop' | 'return', id: string, key: string): Buffer {
  return createHmac('sha256', key).update(`mail ${purpose}:${id}`).digest().subarray(0, SIGNATURE_BYTES);
}

function isSigned(purpose: 'stop' | 'return', id: string, signature: Buffer, keys: MailKeys): boolean {
  return (
    signature.length === SIGNATURE_BYTES &&
    keys.some((key) => timingSafeEqual(signatureOf(purpose, id, key), signature))
  );
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (hex: string): string => hex.replace(HEX_ID, '$1-$2-$3-$4-$5');

/** The secret of the link that ends the mails of one subscription. */
export function stopLink(subscriptionId: string, [key]: MailKeys): string {
  const signature = signatureOf('stop', subscriptionId, key).toString('base64url');
  return `${bytesOf(subscriptionId).toString('base64url')}.${signature}`;
}

/** The subscription of a link that we signed; null for every other text, without a look at any table. */
export function readStopLink(link: string, keys: MailKeys): string | null {
  const [, id = '', signature = ''] = STOP_LINK.exec(link) ?? [];
  if (id === '') return null;
  const subscriptionId = idOf(Buffer.from(id, 'base64url').toString('hex'));
  return isSigned('stop', subscriptionId, Buffer.from(signature, 'base64url'), keys) ? subscriptionId : null;
}

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
