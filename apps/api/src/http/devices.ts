import type { BackupDomains } from '@jawhara/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Chance } from '../platform/time-ordered-id.ts';
import { requestOrigin, ourOrigins, type RequestOrigin } from './request-origin.ts';
import { cookieName, endCookie, isSentTwice, readCookie, setCookie } from './device-cookie.ts';
import { deviceDigest, readSecret, signSecret, type DeviceKeys } from './device-secret.ts';

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
  readonly isToBeGiven: boolean;
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
    const asked = `${protocol}//${host}`;
    return isOurs(asked, '') ? asked : siteUrl;
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
      isToBeGiven: from !== 'cross-site' && !isUnclear && !known?.isOfFirstKey,
      isUnclear,
    };
  }

  return {
    meet: (request) => (request.device ??= identify(request)),
    giveCookie({ cookie, isToBeGiven }, reply) {
      if (isToBeGiven) reply.header('set-cookie', setCookie(cookie.name, cookie.value));
    },
    takeCookie({ cookie }, reply) {
      reply.removeHeader('set-cookie').header('set-cookie', endCookie(cookie.name));
    },
    changeCookie(value, reply) {
      reply.removeHeader('set-cookie').header('set-cookie', setCookie(name, value));
    },
  };
}
