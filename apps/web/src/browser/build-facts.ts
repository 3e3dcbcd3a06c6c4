import { ACCOUNT_SOURCE_CODES, FLAVORS, type FlavorName } from '@jawhara/domain';

export function buildFactsOf(flavor: FlavorName) {
  const { number, source, packageName } = FLAVORS[flavor];
  return {
    version: __SITE_VERSION__,
    language: 'ar',
    flavor,
    flavorNumber: number,
    publicPath: import.meta.env.BASE_URL,
    siteId: 'official website',
    /** The source whose accounts may be recharged here; requests carry it as a code. */
    source,
    sourceCode: ACCOUNT_SOURCE_CODES[source],
    packageName,
  } as const;
}

export const BUILD_FACTS = buildFactsOf(__SITE_FLAVOR__);
