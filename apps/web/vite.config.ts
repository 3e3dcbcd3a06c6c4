import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { answersOnly } from './build/answers-only.ts';
import { CHUNK_GROUPS } from './build/chunk-groups.ts';
import { legalTexts } from './build/legal-text.ts';
import { plainImports } from './build/plain-imports.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(`${here}package.json`, 'utf8')) as { version: string };
const api = process.env['API_URL'] ?? 'http://127.0.0.1:4101';
const port = Number(process.env['PORT'] ?? 4100);

export default defineConfig({
  root: here,
  plugins: [
    react(),
    tailwindcss(),
    legalTexts(),
    plainImports(),
    answersOnly(),
    lingui({
      configPath: `${here}lingui.config.ts`,
      cwd: here,
      failOnMissing: true,
      failOnCompileError: true,
    }),
  ],
  // Made for older Reacts; ours has the hook itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  define: { __SITE_VERSION__: JSON.stringify(version) },
  // Found late, it would make the development page reload in the middle of a purchase.
  optimizeDeps: { include: ['@adyen/adyen-web'] },
  server: { host: '127.0.0.1', port, strictPort: true, proxy: { '/api/': { target: api } } },
  build: {
    // Cheap phones keep their browser for years.
    target: ['chrome99', 'safari15'],
    cssTarget: ['chrome99', 'safari15'],
    // One small sheet, written into every page: nothing to fetch before the first paint or on a change of route.
    cssCodeSplit: false,
    manifest: true,
    assetsInlineLimit: 1024,
    // The pages name what they need first; the helper would weigh more than it saves.
    modulePreload: false,
    rolldownOptions: {
      input: [`${here}index.html`, `${here}src/screens/pay/packs-first.tsx`],
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
});
