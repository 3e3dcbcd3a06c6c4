import { createHmac, timingSafeEqual } from 'node:crypto';

export const INLET_PATH = '/api/room/inlet/';

/** Signatures of Standard Webhooks v1: HMAC-SHA256 over `id.timestamp.body`. */

const PREFIX = 'whsec_';
const TOLERANCE_S = 300;
/** While a signing key is replaced, a caller may send a signature for each key; a call with more than this is refused. */
const SIGNATURES_MAX = 6;

export function inletKeyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

export interface InletCallHeaders {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

function digestOf(key: Buffer, id: string, timestamp: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

/** The headers of a signed call; used by the demo room and by tests. */
export function signInletCall(
  secret: string,
  { id, timestamp }: InletCallHeaders,
  body: Buffer,
): Readonly<Record<string, string>> {
  const digest = digestOf(inletKeyOf(secret), id, String(timestamp), body);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${digest.toString('base64')}`,
  };
}

type SentHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers; null if they are malformed or their time is more than 300 s away. Checked before the body is read. */
export function readInletHeaders(
  headers: SentHeaders,
  nowMs: number,
): (InletCallHeaders & { readonly signatures: readonly Buffer[] }) | null {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const sent = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof sent !== 'string') return null;
  if (!/^[\w.-]{1,128}$/.test(id) || !/^[1-9]\d{0,11}$/.test(timestamp)) return null;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return null;
  const signatures = sent
    .split(' ')
    .slice(0, SIGNATURES_MAX)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  return signatures.length === 0 ? null : { id, timestamp: Number(timestamp), signatures };
}

/** The call's id and time if one of the keys signed it in time, else null. The body is not parsed before. */
export function verifyInletCall(
  keys: readonly Buffer[],
  headers: SentHeaders,
  body: Buffer,
  nowMs: number,
): InletCallHeaders | null {
  const call = readInletHeaders(headers, nowMs);
  if (call === null) return null;
  const { id, timestamp, signatures } = call;
  const isSigned = keys.some((key) => {
    const digest = digestOf(key, id, String(timestamp), body);
    return signatures.some((one) => one.length === digest.length && timingSafeEqual(one, digest));
  });
  return isSigned ? { id, timestamp } : null;
}
