import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { HAND_OVER_LIVES_MS } from '@jawhara/domain';
import { networksOf } from '../guards/networks.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import type { SealingKeys } from './sealed-device.ts';

/**
 * The browser that asked for a challenge, which alone may use it: host and user agent must be the same at the end of the
 * transfer.
 */
export interface Asker {
  readonly host: string;
  readonly address: string;
  /** Null: the challenge will be used in the phone's other browser. */
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
 * Nothing is stored: our own challenges are recognised by their signature. The time is encoded so that it does not look
 * like a card number.
 */
export function makeChallenge(asker: Asker, now: Date, [key]: SealingKeys, chance: Chance): string {
  const end = (now.getTime() + HAND_OVER_LIVES_MS).toString(36);
  const nonce = Buffer.from(chance(NONCE_BYTES)).toString('base64url');
  return [end, nonce, mark(key, end, nonce, asker).toString('base64url')].join('.');
}

/** When the challenge ends; null if it is not ours, belongs to another caller or host, or has expired. */
export function readChallenge(challenge: string, asker: Asker, now: Date, keys: SealingKeys): Date | null {
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
