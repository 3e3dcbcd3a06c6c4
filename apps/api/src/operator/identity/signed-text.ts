import type { OperatorRole } from '@jawhara/domain';
import type { OperatorAction } from '../operator-action.store.ts';
import { digestOf, isSignedBy } from './operator-key.ts';

/**
 * JSON with sorted property names: PostgreSQL stores them in an order of its own, and a signature needs the same text
 * for the same value.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** Every signed text begins with its purpose, so a signed request can never be used as a record or a certificate. */
const PURPOSES = {
  request: 'jawhara operator request 1\n',
  record: 'jawhara operator record 1\n',
  certificate: 'jawhara operator certificate 1\n',
} as const;

export type Purpose = keyof typeof PURPOSES;

export const signable = (purpose: Purpose, text: string): string => `${PURPOSES[purpose]}${text}`;

export function isSignedFor(
  purpose: Purpose,
  publicKey: Uint8Array,
  text: string,
  signature: Uint8Array,
): boolean {
  return isSignedBy(publicKey, signable(purpose, text), signature);
}

/** A request of an operator. Each shop draws its own operator ids, so a request is valid in one shop only. */
export interface OperatorRequest {
  readonly operator: string;
  readonly verb: string;
  /** The input as typed or sent. */
  readonly input: unknown;
  readonly why: string;
  readonly at: string;
  readonly nonce: string;
}

export interface SignedRequest {
  readonly text: string;
  readonly signature: Buffer;
}

const NONCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null when the text is not a request. */
export function readRequest(text: string): OperatorRequest | null {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof OperatorRequest, unknown>> | null;
    const texts = [value?.operator, value?.verb, value?.why, value?.at, value?.nonce];
    if (!texts.every((one) => typeof one === 'string') || canonicalJson(value) !== text) return null;
    const request = value as OperatorRequest;
    return NONCE.test(request.nonce) ? request : null;
  } catch {
    return null;
  }
}

export interface CertificateFacts {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly publicKey: Uint8Array;
  readonly addedAt: Date;
  readonly addedBy: string | null;
}

export function certificateText({ id, name, role, publicKey, addedAt, addedBy }: CertificateFacts): string {
  const key = Buffer.from(publicKey).toString('hex');
  return canonicalJson({ id, name, role, key, addedAt: addedAt.toISOString(), addedBy });
}

/** Where a record stands in the chain of all records. */
export interface ChainLink {
  readonly sequence: number;
  /** Digest of the previous record; 32 zero bytes for the first. */
  readonly previousDigest: Uint8Array;
  /** The signed request that led to this record, as its text was signed. */
  readonly request: string;
}

export const BEFORE_FIRST = Buffer.alloc(32);

export function recordText(action: OperatorAction, link: ChainLink): string {
  const { id, at, by, why, verb, subject, before, after } = action;
  return canonicalJson({
    id,
    at: at.toISOString(),
    by,
    why,
    verb,
    subject,
    before,
    after,
    sequence: link.sequence,
    previous: Buffer.from(link.previousDigest).toString('hex'),
    request: digestOf(link.request).toString('hex'),
  });
}
