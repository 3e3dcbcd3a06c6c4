import type { FlavorName } from '@jawhara/domain';
import type { Plugin } from 'vite';
import { SITE_NAMES } from '../src/words/site-names.ts';

const NAME = /(brand\.name\\?"\s*:\s*\[?\s*\\?")([^"\\]+)/;

/** After the catalogues have been compiled. */
export function flavorName(flavor: FlavorName): Plugin {
  return {
    name: 'flavor-name',
    transform: {
      filter: { id: /\/words\/(?:ar|en)\/shared\.po$/ },
      handler(code, id) {
        const names = SITE_NAMES[flavor];
        if (!NAME.test(code)) throw new Error(`${id} has no brand.name any more`);
        return { code: code.replace(NAME, `$1${id.includes('/en/') ? names.en : names.ar}`), map: null };
      },
    },
  };
}
