import type { FlavorName, Locale } from '@jawhara/domain';
import type { Plugin } from 'vite';

/**
 * The site's names, read only by the build. The catalogues contain the first flavor's name; a second name in them would
 * enlarge every page.
 */
export const SITE_NAMES = {
  are: { ar: 'جوهرة', en: 'Jawhara' },
  ludo: { ar: 'جوهرة لودو', en: 'Jawhara Ludo' },
} as const satisfies Record<FlavorName, Record<Locale, string>>;

const NAME = /(brand\.name\\?"\s*:\s*\[?\s*\\?")([^"\\]+)/;

/** Writes the name of the built flavor into the catalogues once they have been compiled. */
export function flavorName(flavor: FlavorName): Plugin {
  return {
    name: 'flavor-name',
    transform: {
      filter: { id: /\/words\/(?:ar|en)\/common\.po$/ },
      handler(code, id) {
        const names = SITE_NAMES[flavor];
        if (!NAME.test(code)) throw new Error(`${id} has no brand.name any more`);
        return { code: code.replace(NAME, `$1${id.includes('/en/') ? names.en : names.ar}`), map: null };
      },
    },
  };
}
