import { isDebug } from './debug-flag.ts';
import { type LinkLocation, visitParameter } from './link.ts';

/** Servers that this deployment may call besides the page's own. */
export interface ApiBases {
  /** Whatever a link says, a session key goes nowhere else. */
  readonly allowed: readonly string[];
  readonly debugProxy: string | null;
  readonly byBundle: Readonly<Record<string, string>>;
}

/** Marked as pure: a build without a list drops them, and what they stand on. */
const namedBase = /* @__PURE__ */ visitParameter('apiBase', 'api_base');
const namedBundle = /* @__PURE__ */ visitParameter('bundleId', 'bundle_id');

function originOf(address: string | null): string | null {
  try {
    return address === null ? null : new URL(address).origin;
  } catch {
    return null;
  }
}

/** Where the API is: what the link names, the debug proxy, the bundle's own, each only where the list has it; else the page's own. */
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

/** Most deployments have no list: then nothing is read. */
export const apiBase = (): string =>
  __API_BASES__ === null ? '' : apiBaseOf(globalThis.location, __API_BASES__);
