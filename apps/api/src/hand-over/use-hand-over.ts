import { createPublicKey, hash, verify } from 'node:crypto';
import { handOverText, type HandOver } from '@jawhara/contract';
import { inTransaction, type Db } from '../platform/postgres.ts';
import type { Clock } from '../platform/clock.ts';
import { readChallenge, type Asker } from './challenge.ts';
import { claimHandOver } from './hand-over.store.ts';
import { openSealed, PUBLIC_KEY_BYTES, type SealingKeys } from './sealed-device.ts';

export interface HandOverDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly deviceKeys: SealingKeys;
  /** A page of one of our hosts. */
  readonly isOurOrigin: (origin: string) => boolean;
}

/** The first byte says that both halves follow. */
const HALF_BYTES = (PUBLIC_KEY_BYTES - 1) / 2;

function keyOf(point: Buffer): ReturnType<typeof createPublicKey> {
  const x = point.subarray(1, 1 + HALF_BYTES).toString('base64url');
  const y = point.subarray(1 + HALF_BYTES).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
}

/** The point as bytes, or null for what is none on the curve. */
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

/** Led by a page of ours in the browser that asked; or by nobody, in the system's browser, which has asked its payer. Else null. */
function arrivesAs({ isOurOrigin }: HandOverDeps, { from }: HandOver, by: Asker): Asker | null {
  if (from === '') return { ...by, userAgent: null };
  return isOurOrigin(from) ? by : null;
}

/**
 * The secret of the device that is handed over, or null. Why not is nobody's business: late, used, for another host, by another
 * browser, signed by another key, or not led here by a page of ours, all are one answer.
 */
export async function useHandOver(deps: HandOverDeps, sent: HandOver, by: Asker): Promise<string | null> {
  const at = deps.now();
  const asker = arrivesAs(deps, sent, by);
  const endsAt = asker && readChallenge(sent.challenge, asker, at, deps.deviceKeys);
  const device = openSealed(sent.sealed, at, deps.deviceKeys);
  if (endsAt === null || device === null) return null;
  if (!isSignedBy(device.publicKey, handOverText(by.host, sent), sent.signature)) return null;
  const digest = Buffer.from(hash('sha256', sent.challenge, 'hex'), 'hex');
  const isFirst = await inTransaction(deps.db, (tx) => claimHandOver(tx, { digest, at, endsAt }));
  return isFirst ? device.secret : null;
}
