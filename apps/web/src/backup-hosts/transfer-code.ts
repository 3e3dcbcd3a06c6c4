import { handOverText, type HandOver } from '@jawhara/contract';
import type { TransferCredential } from '../browser/storage/device.ts';

export function toBase64Url(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null for a text that is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

const BETWEEN = '~';
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

async function digest(text: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

interface CodeTarget {
  readonly host: string;
  readonly challenge: string;
  readonly pageInfo: string;
  /** The code is void unless the visitor who opens it confirms. */
  readonly consent: boolean;
}

/** Signs the target host, its challenge and the transferred state: the code is valid for no other combination. */
export async function signTransfer(
  { privateKey, sealed }: TransferCredential,
  to: CodeTarget,
): Promise<string> {
  const { host, challenge, pageInfo, consent } = to;
  const text = handOverText(host, { challenge, carried: await digest(pageInfo), consent });
  const signature = await crypto.subtle.sign(ALGORITHM, privateKey, new TextEncoder().encode(text));
  return [sealed, to.challenge, toBase64Url(signature)].join(BETWEEN);
}

/** The parameters after the `#` of an address. */
interface TransferLink {
  readonly pageInfo: string;
  readonly code: string;
  /**
   * For pages of the previous release, which ask for confirmation only if a link says so; this release asks unless one of
   * our hosts referred the visitor.
   */
  readonly isPrompted: boolean;
}

/** The parameters stand after the `#`, so that the code reaches no server, no log and no referrer. */
export function hashOf({ pageInfo, code, isPrompted }: TransferLink): string {
  return `#pageinfo=${pageInfo}&handover=${code}${isPrompted ? '&ask=1' : ''}`;
}

export function readTransferLink(hash: string): TransferLink | null {
  const [, pageInfo, code, ask] = /^#pageinfo=([\w-]+)&handover=([\w.~-]+)(&ask=1)?$/.exec(hash) ?? [];
  if (pageInfo === undefined || code === undefined) return null;
  return { pageInfo, code, isPrompted: ask !== undefined };
}

/** Why a code may be accepted: a host of ours led here, or the visitor has confirmed. */
export type Reason = Pick<HandOver, 'from' | 'consent'>;

export async function transferOf({ pageInfo, code }: TransferLink, reason: Reason): Promise<HandOver> {
  const [sealed = '', challenge = '', signature = ''] = code.split(BETWEEN);
  return { sealed, challenge, signature, carried: await digest(pageInfo), ...reason };
}
