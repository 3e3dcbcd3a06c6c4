import { edgeHeaders, STRICT_TRANSPORT, type Headers } from '../../apps/web/build/edge/edge-headers.ts';
import { edgePlaces } from '../../apps/web/build/edge/edge-places.ts';
import type { EdgeSettings } from '../../apps/web/build/edge/edge-settings.ts';
import { findPlace } from '../../apps/web/build/edge/find-place.ts';

/** The headers that protect a page; a change of any of them is reported, whatever caused it. */
const COMPARED = [
  'content-security-policy',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
] as const;

/** Each page's security headers, as the build and the settings of the edge make them. */
export function expectedHeaders(
  settings: EdgeSettings,
  inlineScripts: readonly string[],
): (path: string) => Headers {
  const sets = edgeHeaders(settings, inlineScripts);
  const places = edgePlaces(settings);
  return (path) => {
    const { serve } = findPlace(places, path);
    const set = serve.kind === 'file' || serve.kind === 'named-file' ? serve.headers : 'page';
    return Object.fromEntries(COMPARED.map((name) => [name, sets[set][name] ?? '']));
  };
}

export interface ServedHeaders {
  readonly pages: readonly string[];
  readonly isHttps: boolean;
  /** The response headers of a path, names in lower case; null without a response. */
  readonly headersOf: (path: string) => Promise<Readonly<Record<string, string>> | null>;
}

/** Security headers of the served pages that differ from those the build was released with (PCI DSS 11.6.1). */
export async function findHeaderDrift(
  { pages, isHttps, headersOf }: ServedHeaders,
  expected: (path: string) => Headers,
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of pages) {
    const served = await headersOf(path);
    if (served === null) {
      problems.push(`${path}: no answer`);
      continue;
    }
    const wanted = { ...expected(path), ...(isHttps && { 'strict-transport-security': STRICT_TRANSPORT }) };
    for (const [name, value] of Object.entries(wanted)) {
      if (served[name] === value) continue;
      problems.push(`${path}: ${name} is ${served[name] ?? 'missing'}, released as ${value}`);
    }
  }
  return problems;
}
