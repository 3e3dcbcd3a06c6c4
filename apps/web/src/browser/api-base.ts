import { isDebug } from './debug-flag.ts';
import { type LinkLocation, visitParameter } from './link.ts';

/** Servers that this deployment may call besides the page's own. */
export interface ApiBases {
  /** Whatever a link says, a session key is sent to these only. */
  readonly allowed: readonly string[];
  readonly debugProxy: string | null;
  readonly byBundle: Readonly<Record<string, string>>;
}

/** Marked as pure, so that a build without a list of API servers drops this code with its imports. */
const namedBase = /* @__PURE__ */ visitParameter('apiBase', 'api_base');
const namedBundle = /* @__PURE__ */ visitParameter('bundleId', 'bundle_id');

function originOf(address: string | null): string | null {
  try {
    return address === null ? null : new URL(address).origin;
  } catch {
    return null;
  }
}

/**
 * The API's address: the link's, the debug proxy's, or the bundle's own, each only if it is in the list; otherwise the
 * page's own.
 */
export function apiBaseOf(location: LinkLocation, bases: ApiBases): string {
  const isListed = (base: string | null | undefined): base is string =>
    typeof base === 'string' && bases.allowed.includes(base);
  const bundle = namedBundle(location);
  const candidates = [
    originOf(namedBase(location)),
    isDebug(location) ? bases.debugProxy : null,
    bundle !== null && Object.hasOwn(bases.byBundle, bundle) ? bases.byBundle[bundle] : null,
  ];
  return candidates.find(isListed) ?? '';
}

/**
 * The origin of this page's API server; empty for the page's own. Most deployments configure no list of API servers: then the
 * page's address cannot choose one.
 */
export const apiBase = (): string =>
  __API_BASES__ === null ? '' : apiBaseOf(globalThis.location, __API_BASES__);
