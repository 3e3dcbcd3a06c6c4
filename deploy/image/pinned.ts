/**
 * Refuses images that are not named by their digest: a tag is whatever its registry says today.
 *   node deploy/image/pinned.ts deploy/compose/.env
 * Reads the file, and the environment over it. STAGE=development lets tags through and says so.
 */
import { readFileSync } from 'node:fs';
import { argv, env, exit, stderr, stdout } from 'node:process';

/** Third-party images that compose.yaml runs, and the bases of our own images (--build-arg BASE=…). */
const IMAGES = ['HAPROXY_IMAGE', 'POSTGRES_IMAGE', 'REDIS_IMAGE', 'RESTATE_IMAGE', 'NODE_BASE', 'EDGE_BASE'];
const BY_DIGEST = /^[\w.:/-]+@sha256:[0-9a-f]{64}$/;

function settingsIn(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  const lines = readFileSync(file, 'utf8').matchAll(/^\s*([A-Z][A-Z0-9_]*)=['"]?([^'"\n]*)['"]?\s*$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value.trim()]));
}

const settings: Readonly<Record<string, string | undefined>> = { ...settingsIn(argv[2]), ...env };
const loose = IMAGES.filter((name) => !BY_DIGEST.test(settings[name] ?? ''));
for (const name of loose)
  stderr.write(`${name} is ${settings[name] || 'not set'}: name it by its digest, image@sha256:…\n`);
if (loose.length === 0) stdout.write(`${IMAGES.length} images by their digests\n`);
else if (settings['STAGE'] === 'development') stdout.write('let through: STAGE is development\n');
else exit(1);
