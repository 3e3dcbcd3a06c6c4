import { createHmac, hash, timingSafeEqual, createPublicKey, verify } from 'node:crypto';
import { handOverText, type HandOver } from '@jawhara/contract';
import { HAND_OVER_LIVES_MS } from '@jawhara/domain';
import { networksOf } from '../guards/networks.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import { openSealed, PUBLIC_KEY_BYTES, type SealingKeys } from './sealed-device.ts';
import { claimTransfer, deleteEndedTransfers } from './device-transfer.store.ts';

/**
 * The browser that requested a challenge. Only this browser may use it: host and user agent must be the same at the end
 * of the transfer.
 */
export interface Asker {
  readonly host: string;
  readonly address: string;
  /** Null if the challenge is to be used in another browser of the phone. */
  readonly userAgent: string | null;
}

const NONCE_BYTES = 16;
const CHALLENGE = /^([0-9a-z]{6,10})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

function mark(key: string, end: string, nonce: string, { host, address, userAgent }: Asker): Buffer {
  const browser = userAgent === null ? 'any browser' : hash('sha256', userAgent);
  const parts = ['hand-over', end, nonce, host, networksOf(address).address, browser];
  return createHmac('sha256', key).update(parts.join('\n')).digest();
}

/**
 * Makes a challenge. It is not stored: our own challenges are recognised by their signature. The time is encoded so
 * that it does not look like a card number.
 */
export function makeChallenge(asker: Asker, now: Date, [key]: SealingKeys, chance: Chance): string {
  const end = (now.getTime() + HAND_OVER_LIVES_MS).toString(36);
  const nonce = Buffer.from(chance(NONCE_BYTES)).toString('base64url');
  return [end, nonce, mark(key, end, nonce, asker).toString('base64url')].join('.');
}

/** The time when the challenge ends; null if it is not ours, belongs to another caller or host, or has expired. */
function readChallenge(challenge: string, asker: Asker, now: Date, keys: SealingKeys): Date | null {
  const [, end, nonce, sent] = CHALLENGE.exec(challenge) ?? [];
  if (end === undefined || nonce === undefined || sent === undefined) return null;
  const marked = Buffer.from(sent, 'base64url');
  const isOurs = keys.some((key) => {
    const ours = mark(key, end, nonce, asker);
    return ours.length === marked.length && timingSafeEqual(ours, marked);
  });
  const endMs = parseInt(end, 36);
  return isOurs && now.getTime() < endMs ? new Date(endMs) : null;
}

export interface TransferDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly deviceKeys: SealingKeys;
  /** Whether an origin is one of our hosts. */
  readonly isOurOrigin: (origin: string) => boolean;
}

/** The length of a coordinate. Before both coordinates there is a byte that says that both follow. */
const HALF_BYTES = (PUBLIC_KEY_BYTES - 1) / 2;

function keyOf(point: Buffer): ReturnType<typeof createPublicKey> {
  const x = point.subarray(1, 1 + HALF_BYTES).toString('base64url');
  const y = point.subarray(1 + HALF_BYTES).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
}

/** Parses a public key into the bytes of its point; null if it is not a point of the curve. */
export function readPublicKey(text: string): Buffer | null {
  const point = Buffer.from(text, 'base64url');
  if (point.length !== PUBLIC_KEY_BYTES || point[0] !== 4) return null;
  try {
    keyOf(point);
    return point;
  } catch {
    return null;
  }
}

function isSignedBy(point: Buffer, text: string, signature: string): boolean {
  const key = { key: keyOf(point), dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

/**
 * A way in which a transfer code may be used: the browser that must have requested its challenge, when it ends, and
 * whether it was signed as one that needs consent.
 */
interface Arrival {
  readonly asker: Asker;
  readonly endsAt: Date;
  readonly consent: boolean;
}

/**
 * True if a page on another of our hosts sent the browser here. A page of this same host proves nothing, because it may
 * be opened by a link from anybody.
 */
function isLed({ isOurOrigin }: TransferDeps, from: string, host: string): boolean {
  return isOurOrigin(from) && new URL(from).host !== host;
}

/**
 * The way in which this code may be used; null if there is none. In the browser that requested its challenge a code is
 * valid if another of our hosts sent the visitor, or if the visitor consents. A code made for another browser of the
 * phone is valid in any browser, but only if the visitor consents.
 */
function arrivalOf(deps: TransferDeps, sent: HandOver, by: Asker, at: Date): Arrival | null {
  const ofThisBrowser = { asker: by, consent: false };
  const ofAnyBrowser = { asker: { ...by, userAgent: null }, consent: true };
  const isAllowed = sent.consent || isLed(deps, sent.from, by.host);
  const ways = [...(isAllowed ? [ofThisBrowser] : []), ...(sent.consent ? [ofAnyBrowser] : [])];
  for (const way of ways) {
    const endsAt = readChallenge(sent.challenge, way.asker, at, deps.deviceKeys);
    if (endsAt !== null) return { ...way, endsAt };
  }
  return null;
}

/**
 * Uses a transfer code and returns the secret of the transferred device, or null. The reason is not reported: the code
 * is late, used, for another host or browser, or wrongly signed, or neither one of our pages sent the visitor nor did
 * they consent.
 */
export async function useTransfer(deps: TransferDeps, sent: HandOver, by: Asker): Promise<string | null> {
  const at = deps.now();
  const arrival = arrivalOf(deps, sent, by, at);
  const device = openSealed(sent.sealed, at, deps.deviceKeys);
  if (arrival === null || device === null) return null;
  const { consent, endsAt } = arrival;
  const text = handOverText(by.host, { ...sent, consent });
  if (!isSignedBy(device.publicKey, text, sent.signature)) return null;
  const digest = Buffer.from(hash('sha256', sent.challenge, 'hex'), 'hex');
  const isFirst = await inTransaction(deps.db, (tx) => claimTransfer(tx, { digest, at, endsAt }));
  return isFirst ? device.secret : null;
}

const BITE = 1_000;

export async function forgetUsedTransfers(
  { db, now }: Pick<TransferDeps, 'db' | 'now'>,
  bite = BITE,
): Promise<number> {
  for (let gone = 0; ;) {
    const deleted = await inTransaction(db, (tx) => deleteEndedTransfers(tx, now(), bite));
    gone += deleted;
    if (deleted < bite) return gone;
  }
}
