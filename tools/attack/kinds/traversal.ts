import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../stack/repository.ts';
import { probe, type Attack, type Probe } from '../attack-kind.ts';
import type { Target } from '../target/target.ts';
import { startWeakFront, type FrontAnswer } from '../weak/weak-front.ts';
import { ask, inTurns } from '../wire/ask.ts';

const SITE = join(REPOSITORY, 'apps/web/dist');
const AT_ONCE = 20;

/** A step to the parent folder, in every spelling that some server has once accepted. */
const STEPS_UP = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '..%252f',
  '%252e%252e%252f',
  '..\\',
  '..%5c',
  '..%255c',
  '%2e%2e%5c',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '%c0%ae%c0%ae%c0%af',
  '..%e0%80%af',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  '..%00/',
  '..%0d/',
  '..//',
  './../',
  '%uff0e%uff0e/',
  '..%u2215',
] as const;

const BEGINNINGS = ['/', '/assets/', '/api/', '/third/', '/.well-known/', '/pay/'];

/** The number of steps up from the site's folder, and the file there. */
const FILES: readonly (readonly [number, string])[] = [
  [1, '.vite/csp.json'],
  [1, '../package.json'],
  [2, 'package.json'],
  [10, 'etc/passwd'],
];

const HIDDEN = [
  '/.vite/manifest.json',
  '/.vite/csp.json',
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.env.local',
  '/.npmrc',
  '/.htaccess',
  '/.DS_Store',
  '/.well-known/security.txt.bak',
  '/assets/.hidden',
  '/package.json',
  '/first-paint.js',
  '/index.html',
  '/_shell.html',
  '/pay/index.html',
  '/service-worker.js.map',
  '/%2evite/csp.json',
  '/.vite%2fcsp.json',
  '/assets/..%2f.vite%2fcsp.json',
  '/pay%00.html',
  '/robots.txt%00.js',
  '/robots.txt/',
  '/robots.txt.gz',
  '/robots.txt.br',
  '/robots.txt~',
];

/** Paths of our programs and engines, which the edge must not expose. */
const INSIDE = [
  'metrics',
  'healthz',
  'readyz',
  'openapi.json',
  'deployments',
  'restate/health',
  '_control/',
  'nginx_status',
];
const WAYS_INSIDE = [
  '/',
  '/api/',
  '/api/../',
  '/api/..%2f',
  '/api/%2e%2e/',
  '/api/%2e%2e%2f',
  '/api/..;/',
  '/api/./.././',
  '/api//',
  '//',
  '/third/../',
  '/third/..%2f',
  '/webhooks/..%2f',
  '/webhooks/%2e%2e%2f',
  '/API/../',
];

/** Lines of the files looked for; no legitimate answer contains them. */
const TELLTALES = [
  /root:[^:\n]*:0:0:/,
  /"inlineScripts"/,
  /"devDependencies"|"workspaces"/,
  /"mappings":/,
  /\[core\]/,
  /# HELP |# TYPE /,
  /"openapi":/,
  /"isEntry":/,
  /"status":"(?:ok|ready)"/,
];

/** All source maps of this build: under the name a browser would request, and where the build moved them. */
function mapPaths(): string[] {
  const maps = join(REPOSITORY, 'apps/web/dist-maps');
  const put = existsSync(maps) ? readdirSync(maps, { recursive: true }).map(String) : [];
  const assets = readdirSync(join(SITE, 'assets')).map((name) => `assets/${name}.map`);
  return [...new Set([...put, ...assets])].filter((name) => name.endsWith('.map')).map((name) => `/${name}`);
}

function twinPaths(): string[] {
  return readdirSync(join(SITE, 'assets'))
    .filter((name) => /\.(?:br|gz)$/.test(name))
    .map((name) => `/assets/${name}`);
}

/** Mixes the groups of paths, one of each in turn, so that a planted weakness of any kind is found early. */
function byTurns(groups: readonly (readonly string[])[]): string[] {
  const turns = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat();
}

function traversalPaths(): string[] {
  const upwards = STEPS_UP.map((step) =>
    BEGINNINGS.flatMap((beginning) =>
      FILES.map(([steps, file]) => `${beginning}${step.repeat(steps)}${file}`),
    ),
  );
  const inside = WAYS_INSIDE.flatMap((way) => INSIDE.map((name) => `${way}${name}`));
  return byTurns([inside, HIDDEN, mapPaths(), twinPaths(), ...upwards]);
}

async function tryPath(target: Target, path: string): Promise<Probe> {
  const answer = await ask(target, { path });
  // A connection that is closed without an answer counts as a refusal.
  if (answer === null) return probe(path, null);
  const telltale = TELLTALES.find((pattern) => pattern.test(answer.body));
  if (telltale !== undefined) return probe(path, `${answer.status}, with ${telltale.source} in it`);
  return probe(path, answer.status < 400 ? `answered with ${answer.status}` : null);
}

/** A careless file server: decodes the path once more than the edge does and joins the result to its folder. */
function carelessFile(path: string): FrontAnswer | null {
  try {
    const file = join(SITE, 'assets', decodeURIComponent(decodeURIComponent(path.replace('/assets/', '/'))));
    if (!statSync(file).isFile()) return null;
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: readFileSync(file) };
  } catch {
    return null;
  }
}

/** Files and paths that must not be readable from outside. */
export const traversal: Attack = {
  name: 'traversal, hidden files, maps, the inside',
  tool: 'wire',
  async *run(target) {
    yield* inTurns(traversalPaths(), AT_ONCE, (path) => tryPath(target, path));
  },
  plants: [
    {
      weakness: 'a file server that decodes a path twice',
      reported: /%252e.*inlineScripts|%252f.*inlineScripts/,
      start: (target) =>
        startWeakFront(target, {
          answersItself: ({ path }) => (path.includes('%25') ? carelessFile(path) : null),
        }),
    },
    {
      weakness: 'source maps beside their scripts',
      reported: /\.map: 200, with "mappings"/,
      start: (target) =>
        startWeakFront(target, {
          answersItself: ({ path }) =>
            path.endsWith('.js.map')
              ? { status: 200, headers: {}, body: Buffer.from('{"version":3,"mappings":""}') }
              : null,
        }),
    },
    {
      weakness: "the program's numbers open to visitors",
      reported: /^\/metrics: 200/,
      start: (target) =>
        startWeakFront(target, {
          answersItself: ({ path }) =>
            path === '/metrics'
              ? { status: 200, headers: {}, body: Buffer.from('# HELP jawhara_ready\n') }
              : null,
        }),
    },
  ],
};
