import * as v from 'valibot';
import { wireAddress } from '../wire-types.ts';

/** Where the app itself is to be had; null where it is not. */
export interface AppLinks {
  readonly android: string | null;
  readonly huawei: string | null;
  readonly apple: string | null;
  readonly google: string | null;
  /** Another place to download it from, where the stores are out of reach. */
  readonly alternative: string | null;
  /** Ours: opens the app where it is installed. A web address the app has claimed, or one of its own scheme. */
  readonly open: string | null;
}

export const NO_APP_LINKS: AppLinks = {
  android: null,
  huawei: null,
  apple: null,
  google: null,
  alternative: null,
  open: null,
};

const link = v.fallback(v.nullable(v.pipe(wireAddress, v.regex(/^https:/))), null);

/** Any scheme of an app, and none that a browser takes for code or for a place without a lock. */
export const APP_ADDRESS =
  /^(?!(?:http|javascript|data|blob|file|vbscript|about):)[a-z][a-z0-9+.-]{2,40}:\/\/\S+$/i;

export const appLinkFields = {
  are_android_url: link,
  are_huawei_url: link,
  are_apple_url: link,
  are_google_url: link,
  are_private_url: link,
  are_open_url: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(2_000), v.regex(APP_ADDRESS))), null),
};

type Wire = { readonly [Name in keyof typeof appLinkFields]: string | null };

export function readAppLinks(wire: Wire): AppLinks {
  return {
    android: wire.are_android_url,
    huawei: wire.are_huawei_url,
    apple: wire.are_apple_url,
    google: wire.are_google_url,
    alternative: wire.are_private_url,
    open: wire.are_open_url,
  };
}

export function writeAppLinks(links: AppLinks): Wire {
  return {
    are_android_url: links.android,
    are_huawei_url: links.huawei,
    are_apple_url: links.apple,
    are_google_url: links.google,
    are_private_url: links.alternative,
    are_open_url: links.open,
  };
}
