import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_LINKS } from '../../../apps/api/src/program/seed-database.ts';
import { nginxPart } from '../../edge/nginx-part.ts';
import type { Part } from '../../stack/part.ts';
import { freePorts } from '../../stack/ports.ts';
import { REPOSITORY } from '../../stack/repository.ts';
import { runOnce } from '../../stack/run-once.ts';
import { isSiteBuilt } from '../../stack/site-build.ts';
import { startStack, type Stack } from '../../stack/start-stack.ts';
import { makeCertificate, type Certificate } from './certificate.ts';
import { Secrets } from './secrets.ts';
import { startStranger, type Stranger } from './stranger.ts';
import type { SpareEdge, SpareEdgeOptions, Target } from './target.ts';
import { startVisitorRelay } from './visitor-relay.ts';
import { visitorsOf, type NamedPorts } from './visitors.ts';

const HOST = 'pay.shop.test';
const BACKUP_HOST = 'pay2.shop.test';
const NEIGHBOUR_HOST = 'neighbour.shop.test';
const STRANGER_HOST = 'stranger.test';

/** A base port apart from those of the other runs, so that an attack can run beside them. */
const BASE_PORT = 4_700;

/** The limits of a public shop (docs/operations/environment.md); local runs use more generous ones. */
const PUBLIC_NUMBERS = {
  GUARD_FACTOR: '1',
  LOOKUPS_PER_MINUTE: '30',
  NAMES_PER_ADDRESS_PER_HOUR: '120',
  REQUESTS_AT_ONCE: '400',
  ORDERS_AT_ONCE: '100',
  REQUEST_WAIT_MS: '500',
  ORDER_WAIT_MS: '750',
  EDGE_CONNECTIONS_PER_ADDRESS: '400',
  EDGE_CALLS_PER_SECOND: '200',
};

const HOSTS = {
  SITE_URL: `https://${HOST}`,
  PAYABLE_HOSTS: `${HOST},${BACKUP_HOST}`,
  BACKUP_DOMAINS: JSON.stringify({ [HOST]: [BACKUP_HOST], [BACKUP_HOST]: [HOST] }),
  HOST_ORIGINS: `https://${HOST},https://${BACKUP_HOST}`,
};

/** No server listens there. */
const NO_API_URL = 'http://127.0.0.1:1';

interface EdgeOptions extends Omit<SpareEdgeOptions, 'connections'> {
  readonly connections?: number;
  readonly apiUrl?: string;
}

interface Edges {
  start(options: EdgeOptions): Promise<SpareEdge>;
  logFiles(): readonly string[];
}

function edgesOf(stack: Stack, certificate: Certificate, dir: string): Edges {
  const dirs: string[] = [];
  return {
    async start({ name, connections, change, apiUrl = stack.urls.api }) {
      const [port = 0, plainPort = 0] = await freePorts(2);
      const edgeDir = join(dir, name);
      dirs.push(edgeDir);
      const tls = { EDGE_TLS_CERTIFICATE: certificate.certificateFile, EDGE_TLS_KEY: certificate.keyFile };
      const part: Part = nginxPart({
        dir: edgeDir,
        siteDir: join(REPOSITORY, 'apps/web/dist'),
        port,
        ...(connections === undefined ? {} : { connections }),
        env: { ...stack.env, ...tls, API_URL: apiUrl, EDGE_REDIRECT_LISTEN: `127.0.0.1:${plainPort}` },
      });
      const conf = join(edgeDir, 'jawhara.conf');
      if (change !== undefined) writeFileSync(conf, change(readFileSync(conf, 'utf8')));
      await part.start();
      await part.ready();
      return { port, plainPort, stop: () => part.stop() };
    },
    logFiles: () =>
      dirs.flatMap((edgeDir) =>
        readdirSync(edgeDir)
          .filter((name) => name.endsWith('.log'))
          .map((name) => join(edgeDir, name)),
      ),
  };
}

/** All logs but the sandbox's: it plays the providers, and a provider's log may contain what was sent to it. */
function programLogs(logsDir: string): string[] {
  return readdirSync(logsDir)
    .filter((name) => name.endsWith('.log') && name !== 'sandbox.log')
    .map((name) => join(logsDir, name));
}

export interface StartedTarget {
  readonly target: Target;
  stop(): Promise<void>;
}

export interface TargetOptions {
  readonly basePort?: number;
  readonly say: (line: string) => void;
}

async function withBuild(stack: Stack, say: (line: string) => void): Promise<void> {
  if (isSiteBuilt()) return;
  say('building the site');
  await runOnce('apps/web/build/build.ts', stack.env, join(stack.logsDir, 'build.log'));
}

function namedPorts(edge: SpareEdge, stranger: Stranger, relayPort: number): NamedPorts {
  return {
    [`${HOST}:443`]: relayPort,
    [`${BACKUP_HOST}:443`]: relayPort,
    [`${HOST}:80`]: edge.plainPort,
    [`${NEIGHBOUR_HOST}:443`]: stranger.port,
    [`${NEIGHBOUR_HOST}:80`]: stranger.plainPort,
    [`${STRANGER_HOST}:443`]: stranger.port,
    [`${STRANGER_HOST}:80`]: stranger.plainPort,
  };
}

/** Starts the whole shop of this checkout on loopback. */
export async function startTarget({ basePort = BASE_PORT, say }: TargetOptions): Promise<StartedTarget> {
  const parts = ['postgres', 'redis', 'restate', 'sandbox', 'api'] as const;
  // The stack is that of the browser journeys (e2e), on other ports.
  const stack = await startStack({
    profile: 'e2e',
    parts,
    env: { ...PUBLIC_NUMBERS, ...HOSTS },
    basePort,
    say,
  });
  const undo: (() => Promise<void> | void)[] = [() => stack.stop()];
  const stop = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    await withBuild(stack, say);
    const dir = join(stack.dir, 'attack');
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    const names = [HOST, BACKUP_HOST, NEIGHBOUR_HOST, STRANGER_HOST];
    const certificate = makeCertificate(dir, names);
    const edges = edgesOf(stack, certificate, dir);
    const edge = await edges.start({ name: 'edge' });
    undo.push(() => edge.stop());
    const deadApiEdge = await edges.start({ name: 'edge-without-api', apiUrl: NO_API_URL });
    undo.push(() => deadApiEdge.stop());
    const [strangerPort = 0, strangerPlainPort = 0, relayPort = 0] = await freePorts(3);
    const stranger = await startStranger({
      host: STRANGER_HOST,
      neighbourHost: NEIGHBOUR_HOST,
      port: strangerPort,
      plainPort: strangerPlainPort,
      certificate,
    });
    undo.push(() => stranger.stop());
    const relay = await startVisitorRelay(relayPort, edge.port);
    undo.push(() => relay.stop());
    const visitors = visitorsOf(namedPorts(edge, stranger, relayPort), certificate);
    undo.push(() => visitors.stop());
    const target: Target = {
      host: HOST,
      backupHost: BACKUP_HOST,
      port: edge.port,
      plainPort: edge.plainPort,
      deadApiPort: deadApiEdge.port,
      sandboxUrl: stack.urls.sandbox,
      storeUrls: Object.values(APP_LINKS),
      databaseUrl: stack.urls.database,
      certificate,
      stranger,
      secrets: new Secrets(),
      logFiles: () => [...programLogs(stack.logsDir), ...edges.logFiles()],
      openVisitor: () => visitors.open(),
      leadVisitorsTo: (port) => relay.leadTo(port),
      startEdge: (options) => edges.start(options),
    };
    return { target, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}
