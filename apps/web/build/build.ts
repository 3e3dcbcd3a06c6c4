/**
 * `npm run build` writes dist/: the client bundle, a prerendered page for each route with its styles inline, the
 * service worker, and compressed copies of all files.
 */
process.env['NODE_ENV'] = 'production'; // React reads it when loaded

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ACCOUNT_SOURCE_CODES, FLAVORS, type Locale } from '@jawhara/domain';
import type { Manifest } from 'vite';
import { build, minify } from 'vite';
import type { PrerenderedPage } from '../src/app/prerender.tsx';
import { PACKS_FIRST_ID } from '../src/checkout/parts/packs-first-id.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { compressFiles } from './compress-files.ts';
import { SITE_NAMES } from './flavor-name.ts';
import { pageHtml } from './page-html.ts';
import { putMapsAway } from './put-maps-away.ts';
import { readSiteSettings } from './site-settings.ts';
import { writeScriptRecord } from './scripts/script-record.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** The output directory; the setting SITE_DIR names another one. */
const DIST = process.env['SITE_DIR'] ?? join(WEB, 'dist');
/** Source maps are stored beside the site, never in it, because they reveal the source. */
const MAPS = `${DIST}-maps`;
// The prerenderer is inside the package, so that its imports resolve; the process id separates two builds at once.
const PRERENDERER = join(WEB, `dist-prerender-${process.pid}`);
const { flavor } = readSiteSettings(process.env);

async function prerenderPages(): Promise<readonly PrerenderedPage[]> {
  await build({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir: PRERENDERER,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: false,
    },
  });
  const module = (await import(pathToFileURL(join(PRERENDERER, 'prerender.js')).href)) as {
    prerenderPages: () => Promise<PrerenderedPage[]>;
  };
  const pages = await module.prerenderPages();
  rmSync(PRERENDERER, { recursive: true });
  return pages;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(DIST, file)), { recursive: true });
  writeFileSync(join(DIST, file), text);
}

/** The file of a route: "/" is index.html, "/share.html" is itself, any other path is a folder with an index.html. */
function fileOf(path: string): string {
  return path.endsWith('.html') ? path.slice(1) : join(path, 'index.html').replace(/^\//, '');
}

/** A chunk's file and everything it imports statically, each once. */
function chunkFiles(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`the build has no chunk for ${key}`);
  if (seen.has(chunk.file)) return [];
  seen.add(chunk.file);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => chunkFiles(manifest, imported, seen))];
}

/** The script first-paint.js, minified, with the file name of the English sentences and the site's source code filled in. */
async function firstPaintOf(manifest: Manifest): Promise<string> {
  const [english] = chunkFiles(manifest, 'src/app/other-language.ts');
  const { source: site, packageName } = FLAVORS[flavor];
  const source = readFileSync(join(WEB, 'public/first-paint.js'), 'utf8')
    .replace('%words.en%', `/${english}`)
    .replace('%site.source%', String(ACCOUNT_SOURCE_CODES[site]))
    .replace('%site.package%', packageName);
  return (await minify('first-paint.js', source)).code.trim();
}

async function writePages(pages: readonly PrerenderedPage[]): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
  const template = readFileSync(join(DIST, 'index.html'), 'utf8');
  const cssFile = Object.values(manifest).find((chunk) => chunk.file.endsWith('.css'))?.file;
  if (cssFile === undefined) throw new Error('the build has no style sheet');
  const css = readFileSync(join(DIST, cssFile), 'utf8').trim();
  const firstPaint = await firstPaintOf(manifest);
  const [entry, ...shared] = chunkFiles(manifest, 'index.html');
  if (entry === undefined) throw new Error('the build has no entry');
  const common = { css, firstPaint, entry };
  for (const page of pages) {
    const [first, ...before] = page.body.includes(`id="${PACKS_FIRST_ID}"`)
      ? chunkFiles(manifest, 'src/screens/pay/packs-first.tsx')
      : [];
    const preloads = [...new Set([...before, ...shared, ...chunkFiles(manifest, page.source)])].filter(
      (file) => file !== entry,
    );
    write(fileOf(page.path), pageHtml(template, { ...common, ...page, first, preloads }));
  }
  // A page without content for every other path: the browser shows the screen of the path.
  write(
    '_shell.html',
    pageHtml(template, {
      ...common,
      title: pages[0]?.title ?? '',
      description: pages[0]?.description ?? '',
      body: '',
      preloads: shared,
    }),
  );
  const hash = createHash('sha256').update(firstPaint).digest('base64');
  write('.vite/csp.json', JSON.stringify({ inlineScripts: [`'sha256-${hash}'`] }));
}

const MANIFESTS = { ar: 'manifest.webmanifest', en: 'manifest.en.webmanifest' } as const;

/** Sets the names that a phone shows beside and under the installed icon, in the language that it was installed in. */
function nameManifests(): void {
  for (const [locale, file] of Object.entries(MANIFESTS)) {
    const manifest = JSON.parse(readFileSync(join(DIST, file), 'utf8')) as Record<string, string>;
    const [first, own] = [SITE_NAMES.are, SITE_NAMES[flavor]].map((names) => names[locale as Locale]);
    const name = manifest['name']?.replace(first ?? '', own ?? '');
    write(file, JSON.stringify({ ...manifest, name, short_name: own }));
  }
}

await build({
  configFile: join(WEB, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: DIST, emptyOutDir: true },
});
const pages = await prerenderPages();
await writePages(pages);
nameManifests();
const maps = putMapsAway(DIST, MAPS);
await buildServiceWorker({ web: WEB, dist: DIST, pages: pages.map((page) => page.path) });
writeScriptRecord(DIST);
compressFiles(DIST);
process.stdout.write(
  `built ${pages.length} pages into apps/web/dist, ${maps} source maps into apps/web/dist-maps\n`,
);
