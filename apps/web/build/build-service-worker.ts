import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** A provider's library, used online and by few payers: the service worker neither fetches it in advance nor stores it. */
const PROVIDER_CHUNK = /^adyen-/;

export interface ServiceWorkerBuild {
  readonly web: string;
  readonly dist: string;
  /** Paths of the prerendered pages. */
  readonly pages: readonly string[];
}

/**
 * The pages and all files with a hash in their name, except a provider's library. A change in any of them is a new cache
 * version.
 */
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
