import { flavorNamed, type FlavorName } from '@jawhara/domain';
import type { ApiBases } from '../src/browser/api-base.ts';

/** Settings that a deployment fixes when the site is built; no address can change them. */
export interface SiteSettings {
  readonly flavor: FlavorName;
  /** The address of the main one of our sites, to which visitors of this site are sent. Null: they stay. */
  readonly mainSite: string | null;
  /** API servers other than the page's own; null if there are none, and then their code is left out of the build. */
  readonly apiBases: ApiBases | null;
  /** Hosts besides the page's own to which a room's socket may be moved (10072, RP-45). */
  readonly roomHosts: readonly string[];
}

function origin(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || !/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text))
    throw new Error(`"${text}" is no origin like https://pay.example`);
  return text;
}

function host(text: string): string {
  if (!/^[a-z0-9.-]+(:\d+)?$/.test(text)) throw new Error(`"${text}" is no host like rooms.example`);
  return text;
}

const words = (setting: string | undefined): string[] =>
  (setting ?? '').split(/[\s,]+/).filter((word) => word !== '');

function readApiBases(env: NodeJS.ProcessEnv): ApiBases | null {
  const allowed = words(env['API_BASES']).map(origin);
  const listed = (base: string): string => {
    if (!allowed.includes(base)) throw new Error(`${base} is not in API_BASES`);
    return base;
  };
  const byBundle = words(env['API_BASE_BY_BUNDLE']).map((pair): [string, string] => {
    const [bundle = '', base = ''] = pair.split('=');
    return [bundle, listed(base)];
  });
  const debugProxy = env['DEBUG_API_BASE'] ? listed(env['DEBUG_API_BASE']) : null;
  return allowed.length === 0 ? null : { allowed, debugProxy, byBundle: Object.fromEntries(byBundle) };
}

/** SITE_FLAVOR (are or 1, ludo or 2), MAIN_SITE, API_BASES, DEBUG_API_BASE, API_BASE_BY_BUNDLE (`bundle=origin …`), ROOM_HOSTS. */
export function readSiteSettings(env: NodeJS.ProcessEnv): SiteSettings {
  const flavor = flavorNamed(env['SITE_FLAVOR'] ?? 'are');
  if (flavor === null) throw new Error(`SITE_FLAVOR "${env['SITE_FLAVOR']}" is neither are nor ludo`);
  return {
    flavor,
    mainSite: env['MAIN_SITE'] ? origin(env['MAIN_SITE']) : null,
    apiBases: readApiBases(env),
    roomHosts: words(env['ROOM_HOSTS']).map(host),
  };
}
