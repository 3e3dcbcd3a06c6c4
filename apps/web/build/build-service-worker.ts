import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Chunks of use only online and only to some payers: not fetched in advance, not kept for a day without a network. */
const PROVIDER_CHUNK = /^adyen-/;

export interface ServiceWorkerBuild {
  readonly web: string;
  readonly dist: string;
  /** Paths of the prerendered pages. */
  readonly pages: readonly string[];
}

/** Files with a hash in their name but a provider's library, and the pages. A change in any of them is a new version of the cache. */
export async function buildServiceWorker({ web, dist, pages }: ServiceWorkerBuild): Promise<void> {
  const assets = readdirSync(join(dist, 'assets'))
    .filter((file) => !file.endsWith('.map') && !file.endsWith('.css') && !PROVIDER_CHUNK.test(file))
    .map((file) => `/assets/${file}`);
  const version = createHash('sha256')
    .update(assets.join())
    .update(readFileSync(join(dist, 'index.html')))
    .digest('hex')
    .slice(0, 12);
  await build({
    configFile: false,
    logLevel: 'warn',
    root: web,
    publicDir: false,
    define: { __PRECACHE__: JSON.stringify({ version, assets, pages }) },
    build: {
      target: ['chrome99', 'safari15'],
      outDir: dist,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(web, 'src/service-worker/service-worker.ts'),
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  });
}
