import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { BackupDomains } from '@jawhara/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Chance } from '../platform/time-ordered-id.ts';
import { ourOrigins, requestOrigin, type RequestOrigin } from './request-origin.ts';

/** The first signs, all are believed: a new one is put before the old one, which leaves when its devices have come back. */
export type DeviceKeys = readonly [string, ...string[]];

/**
 * The secret that a device stores: 32 random bytes, and our signature over them. Unsigned, a client could invent devices as it
 * needs them, and an attacker who plants a cookie in another person's browser could choose one that he knows without ever
 * having met us.
 */
const SIGNED = /^([0-9a-f]{64})\.([0-9a-f]{32})$/;
const SIGNATURE_BYTES = 16;

function signature(secret: string, key: string): Buffer {
  // Named, so that the same key signing something else one day could not be made to sign devices.
  return createHmac('sha256', key).update(`device:${secret}`).digest().subarray(0, SIGNATURE_BYTES);
}

export function signSecret(secret: string, [key]: DeviceKeys): string {
  return `${secret}.${signature(secret, key).toString('hex')}`;
}

export interface ReadSecret {
  readonly secret: string;
  /** False when an older key signed it: it gets a new signature. */
  readonly isOfFirstKey: boolean;
}

/** Null for whatever we have not signed. */
export function readSecret(text: string, keys: DeviceKeys): ReadSecret | null {
  const [, secret, sent] = SIGNED.exec(text) ?? [];
  if (secret === undefined || sent === undefined) return null;
  const signed = Buffer.from(sent, 'hex');
  const at = keys.findIndex((key) => timingSafeEqual(signed, signature(secret, key)));
  return at === -1 ? null : { secret, isOfFirstKey: at === 0 };
}

/**
 * Our name for a device. The stored digest cannot be used to impersonate the device, and it stays the same whichever key
 * signed.
 */
export function deviceDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/**
 * The one cookie there is (decision 17). No script can read it, and other sites can send it only by leading the browser here
 * (request-origin.ts). Where the site is https its name begins with `__Host-`: browsers then take it only over https, from this very
 * host and for all of its paths, so that no neighbouring subdomain and nobody on the line can plant one. Plain http is for
 * development, where no browser would keep such a name. The setting decides, not the request: a proxy that forgets to say
 * https would otherwise bring the weaker cookie back. The plain name is not read on an https site.
 */
export const PLAIN_NAME = 'jawhara_device';
export const SECURE_NAME = '__Host-jawhara_device';

const YEAR_S = 365 * 24 * 3600;

export function cookieName(isHttps: boolean): string {
  return isHttps ? SECURE_NAME : PLAIN_NAME;
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Only blanks and tabs stand around a cookie. `trim()` would take the byte A0 for a blank too: to a browser that byte is a letter, so
 * a name that begins with it has no `__Host-` prefix, and any neighbouring host may set it.
 */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Every value that was sent under exactly this name. */
function valuesOf(header: string | undefined, name: string): string[] {
  const pairs = (header ?? '').split(';').map(trimBlanks);
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/** The value of a name that was sent once. A name that was sent twice has none, and one with anything before it is another name. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = valuesOf(header, name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Two cookies of one name: one of them is the browser's own, and the header does not say which. */
export function isSentTwice(header: string | undefined, name: string): boolean {
  return valuesOf(header, name).length > 1;
}

function cookie(name: string, value: string, seconds: number): string {
  const secure = name === SECURE_NAME ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

export function setCookie(name: string, value: string): string {
  return cookie(name, value, YEAR_S);
}

/** A browser forgets what has no time left. */
function endCookie(name: string): string {
  return cookie(name, '', 0);
}

/** A device as it was met. */
export interface MetDevice {
  readonly digest: string;
  readonly requestOrigin: RequestOrigin;
  /** It brought a secret that we made. */
  readonly isKnown: boolean;
  /** The name and value of its cookie. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** The site it is on: the host of ours that was asked, or the first of them where it was called by another name. */
  readonly siteUrl: string;
  /** Its browser does not hold that cookie yet. */
  readonly isCookieDue: boolean;
  /** Its browser sent two cookies of our name: the device is a new one that no later request can be. */
  readonly isUnclear: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The door and the call both ask who it is; it is found out once. */
    device: MetDevice | null;
  }
}

export interface Devices {
  /** The device behind a request: the one its cookie names, or a new one. */
  meet(request: FastifyRequest): MetDevice;
  /** Only on answers that nobody caches: everything the API says is `no-store`. */
  giveCookie(device: MetDevice, reply: FastifyReply): void;
  /** The browser is to forget it, also one that it was to be given with this very answer. */
  takeCookie(device: MetDevice, reply: FastifyReply): void;
  /** The browser is to be another device, whatever it was to be given with this very answer. */
  changeCookie(value: string, reply: FastifyReply): void;
}

export interface DevicesDeps {
  readonly siteUrl: string;
  readonly backupDomains: BackupDomains;
  readonly deviceKeys: DeviceKeys;
}

const SECRET_BYTES = 32;

export function createDevices({ siteUrl, backupDomains, deviceKeys }: DevicesDeps, chance: Chance): Devices {
  const isOurs = ourOrigins(siteUrl, backupDomains);
  const { protocol } = new URL(siteUrl);
  const siteOf = (host: string): string => {
    const requestOrigin = `${protocol}//${host}`;
    return isOurs(requestOrigin, '') ? requestOrigin : siteUrl;
  };
  const name = cookieName(siteUrl.startsWith('https:'));

  function identify(request: FastifyRequest): MetDevice {
    const from = requestOrigin(request.headers, request.host, isOurs);
    // A request led here by another page has no device: it may read public data, and spends nothing of this device's limits.
    const sent = from === 'cross-site' ? null : readCookie(request.headers.cookie, name);
    const known = sent === null ? null : readSecret(sent, deviceKeys);
    const isUnclear = isSentTwice(request.headers.cookie, name);
    const secret = known?.secret ?? Buffer.from(chance(SECRET_BYTES)).toString('hex');
    return {
      digest: deviceDigest(secret),
      requestOrigin: from,
      isKnown: known !== null,
      siteUrl: siteOf(request.host),
      cookie: { name, value: known?.isOfFirstKey && sent !== null ? sent : signSecret(secret, deviceKeys) },
      // A new cookie would replace the browser's own and leave the planted one: the device would be lost for good.
      isCookieDue: from !== 'cross-site' && !isUnclear && !known?.isOfFirstKey,
      isUnclear,
    };
  }

  return {
    meet: (request) => (request.device ??= identify(request)),
    giveCookie({ cookie, isCookieDue }, reply) {
      if (isCookieDue) reply.header('set-cookie', setCookie(cookie.name, cookie.value));
    },
    takeCookie({ cookie }, reply) {
      reply.removeHeader('set-cookie').header('set-cookie', endCookie(cookie.name));
    },
    changeCookie(value, reply) {
      reply.removeHeader('set-cookie').header('set-cookie', setCookie(name, value));
    },
  };
}
