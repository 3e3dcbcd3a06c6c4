import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ACCOUNT_SOURCE_CODES, FLAVORS } from '@jawhara/domain';
import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNK_GROUPS } from './build/chunk-groups.ts';
import { legalTexts } from './build/legal-text.ts';
import { namedReact } from './build/named-react.ts';
import { flavorName } from './build/flavor-name.ts';
import { plainImports } from './build/plain-imports.ts';
import { chunkPackages } from './build/scripts/chunk-packages.ts';
import { readSiteSettings } from './build/site-settings.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(`${here}package.json`, 'utf8')) as { version: string };
const site = readSiteSettings(process.env);
const api = process.env['API_URL'] ?? 'http://127.0.0.1:4101';
const [rooms = ''] = (process.env['ROOMS_URL'] ?? 'http://127.0.0.1:4112').split(',');
/**
 * Hosts with the debug flag. No public site has one of the default names: without the setting a deployed build has no debug flag.
 */
const debugHosts = (process.env['DEBUG_HOSTS'] ?? '127.0.0.1,localhost')
  .split(',')
  .filter((host) => host !== '');
const port = Number(process.env['PORT'] ?? 4100);

export default defineConfig({
  root: here,
  plugins: [
    namedReact(),
    react(),
    tailwindcss(),
    legalTexts(),
    plainImports(),
    chunkPackages(),
    lingui({
      configPath: `${here}lingui.config.ts`,
      cwd: here,
      failOnMissing: true,
      failOnCompileError: true,
    }),
    flavorName(site.flavor),
  ],
  // This package is for older versions of React; ours has the hook itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  define: {
    __SITE_VERSION__: JSON.stringify(version),
    __SITE_FLAVOR__: JSON.stringify(site.flavor),
    __SITE_SOURCE_CODE__: String(ACCOUNT_SOURCE_CODES[FLAVORS[site.flavor].source]),
    __SITE_PACKAGE__: JSON.stringify(FLAVORS[site.flavor].packageName),
    __MAIN_SITE__: JSON.stringify(site.mainSite),
    __API_BASES__: JSON.stringify(site.apiBases),
    __ROOM_HOSTS__: JSON.stringify(site.roomHosts),
    __DEBUG_HOSTS__: JSON.stringify(debugHosts),
  },
  // Bundled at the start, because Vite would reload the development page, in mid-purchase, when it finds the package late.
  optimizeDeps: { include: ['@adyen/adyen-web'] },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The same split as at the edge: the API issues tickets, the gateway serves the rest of /api/room/.
    proxy: {
      '/api/room/ticket/': { target: api },
      '/api/room/': { target: rooms, ws: true },
      '/api/': { target: api },
    },
  },
  build: {
    // The oldest browsers we support: cheap phones keep theirs for years.
    target: ['chrome99', 'safari15'],
    cssTarget: ['chrome99', 'safari15'],
    // All styles in a single sheet, which is inlined into every page: nothing to fetch before the first paint or later.
    cssCodeSplit: false,
    manifest: true,
    // Source maps are for reading error reports; the build moves them out of the served files.
    sourcemap: 'hidden',
    assetsInlineLimit: 1024,
    // The pages list their own preloads, so Vite's helper for preloading would only add bytes.
    modulePreload: false,
    rolldownOptions: {
      input: [`${here}index.html`, `${here}hand-over.html`, `${here}src/screens/pay/packs-first.tsx`],
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
});
