import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { BackupDomains } from '@jawhara/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Chance } from '../platform/time-ordered-id.ts';
import { ourOrigins, requestOrigin, type RequestOrigin } from './request-origin.ts';

/**
 * Keys that sign devices. The first one signs, all of them are accepted. To change the key, put the new one before the
 * old one, and remove the old one when all devices in use have returned and been signed anew.
 */
export type DeviceKeys = readonly [string, ...string[]];

/**
 * The secret in a device's cookie: 32 random bytes and our signature. Without the signature a client could invent
 * devices, and an attacker who plants a cookie in another person's browser could choose its value.
 */
const SIGNED = /^([0-9a-f]{64})\.([0-9a-f]{32})$/;
const SIGNATURE_BYTES = 16;

function signature(secret: string, key: string): Buffer {
  // The prefix keeps a signature made for another purpose from being valid for a device.
  return createHmac('sha256', key).update(`device:${secret}`).digest().subarray(0, SIGNATURE_BYTES);
}

export function signSecret(secret: string, [key]: DeviceKeys): string {
  return `${secret}.${signature(secret, key).toString('hex')}`;
}

export interface ReadSecret {
  readonly secret: string;
  /** False if an older key signed the secret; it is then signed anew. */
  readonly isOfFirstKey: boolean;
}

/** Null for a text that we have not signed. */
export function readSecret(text: string, keys: DeviceKeys): ReadSecret | null {
  const [, secret, sent] = SIGNED.exec(text) ?? [];
  if (secret === undefined || sent === undefined) return null;
  const signed = Buffer.from(sent, 'hex');
  const at = keys.findIndex((key) => timingSafeEqual(signed, signature(secret, key)));
  return at === -1 ? null : { secret, isOfFirstKey: at === 0 };
}

/** Our id for a device. The stored digest cannot be used to impersonate the device, and stays the same whichever key signed. */
export function deviceDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/**
 * Our only cookie (decision 17). No script can read it, and other sites can only send it by navigating here
 * (request-origin.ts). On https its name begins with `__Host-`: browsers accept it only over https, from this host, for all
 * paths, so no neighbouring subdomain and no network attacker can plant one. The plain name is for development over http
 * and is not read on an https site. The setting decides, not the request: a proxy that does not report https must not bring
 * the weaker cookie back.
 */
export const PLAIN_NAME = 'jawhara_device';
export const SECURE_NAME = '__Host-jawhara_device';

const YEAR_S = 365 * 24 * 3600;

export function cookieName(isHttps: boolean): string {
  return isHttps ? SECURE_NAME : PLAIN_NAME;
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Only spaces and tabs may surround a cookie. `trim()` would also remove the byte A0, which is a letter for browsers: a
 * name that begins with it has no `__Host-` prefix, so a neighbouring host may set it.
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

/**
 * The value of a cookie that was sent exactly once; null if it was sent twice. A name with any byte before it is the
 * name of another cookie.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = valuesOf(header, name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** True if two cookies have this name: the header does not say which of them is the browser's own. */
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

/** A cookie with a lifetime of 0 is deleted by the browser. */
function endCookie(name: string): string {
  return cookie(name, '', 0);
}

/** The device of a request. */
export interface MetDevice {
  readonly digest: string;
  readonly requestOrigin: RequestOrigin;
  /** True if the request brought a secret that we signed. */
  readonly isKnown: boolean;
  /** The name and value of the device's cookie. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** The address of the site: the requested host if it is ours, otherwise our first one. */
  readonly siteUrl: string;
  /** True if the browser has no valid device cookie yet, or one that an older key signed. */
  readonly isCookieDue: boolean;
  /**
   * True if the browser sent two cookies of our name. The request then gets a new device without a cookie, so no later
   * request can come from the same device.
   */
  readonly isUnclear: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The device of the request, cached because it is needed before the call is checked and again in the call. */
    device: MetDevice | null;
  }
}

export interface Devices {
  /** Returns the device of a request: the one that its cookie identifies, or a new one. */
  meet(request: FastifyRequest): MetDevice;
  /** Sets the device's cookie if it is due. Only answers that are never cached may set it; every API answer is `no-store`. */
  giveCookie(device: MetDevice, reply: FastifyReply): void;
  /** Deletes the browser's device cookie, also one that this answer would have set. */
  takeCookie(device: MetDevice, reply: FastifyReply): void;
  /** Sets the cookie of another device, in place of a cookie that this answer would have set. */
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
    // A request that another site caused gets no known device: it may read public data, and does not use up the limits
    // of the browser's device.
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
      // If two cookies came, setting a new one would replace the browser's own cookie and leave the planted one, and
      // the browser would lose its device.
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
