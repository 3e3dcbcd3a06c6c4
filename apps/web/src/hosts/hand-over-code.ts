import { handOverText, type HandOver } from '@jawhara/contract';
import type { ArmedDevice } from '../host/armed-device.ts';
import { toBase64Url } from './base64url.ts';

const BETWEEN = '~';
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

async function digest(text: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** For this host, what it has asked to be signed, and what is carried: anything else opens nothing. */
export async function signHandOver(
  { privateKey, sealed }: ArmedDevice,
  to: { readonly host: string; readonly challenge: string; readonly pageInfo: string },
): Promise<string> {
  const text = handOverText(to.host, { challenge: to.challenge, carried: await digest(to.pageInfo) });
  const signature = await crypto.subtle.sign(ALGORITHM, privateKey, new TextEncoder().encode(text));
  return [sealed, to.challenge, toBase64Url(signature)].join(BETWEEN);
}

/** What an address says after its `#`. */
export interface HandOverLink {
  readonly pageInfo: string;
  readonly code: string;
  /** From the app into the system browser: no page of ours leads there, so whoever opens it is asked. */
  readonly isAsked: boolean;
}

/** After the `#`: no server sees it, no log keeps it, and no page is told of it as the one that somebody came from. */
export function hashOf({ pageInfo, code, isAsked }: HandOverLink): string {
  return `#pageinfo=${pageInfo}&handover=${code}${isAsked ? '&ask=1' : ''}`;
}

export function readHandOverLink(hash: string): HandOverLink | null {
  const [, pageInfo, code, ask] = /^#pageinfo=([\w-]+)&handover=([\w.~-]+)(&ask=1)?$/.exec(hash) ?? [];
  if (pageInfo === undefined || code === undefined) return null;
  return { pageInfo, code, isAsked: ask !== undefined };
}

export async function handOverOf({ pageInfo, code }: HandOverLink, from: string): Promise<HandOver> {
  const [sealed = '', challenge = '', signature = ''] = code.split(BETWEEN);
  return { sealed, challenge, signature, carried: await digest(pageInfo), from };
}
