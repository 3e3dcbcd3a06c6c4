/** `npm run edge [FILE]`: nginx's configuration for this build, into a file or to standard output. Settings: docs/operations/edge.md. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEdgeSettings } from './edge/edge-settings.ts';
import { edgeConf } from './edge/edge-conf.ts';
import { inlineScriptsOf } from './edge/read-site.ts';

const siteDir = resolve(process.env['SITE_DIR'] ?? fileURLToPath(new URL('../dist', import.meta.url)));
const text = edgeConf(readEdgeSettings(process.env, siteDir), inlineScriptsOf(siteDir));
const [file] = process.argv.slice(2);
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
