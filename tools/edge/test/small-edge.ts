import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePorts } from '../../stack/ports.ts';
import { nginxPart } from '../nginx-part.ts';
import { selfSigned } from '../self-signed.ts';

const SITE: Readonly<Record<string, string>> = {
  'index.html': 'start',
  '_shell.html': 'shell',
  'pay/index.html': `pay ${'x'.repeat(36_000)}`,
  'login/index.html': 'login',
  'bank-return.html': 'returned',
  'robots.txt': 'robots',
  'assets/a-1.js': 'script',
  '.vite/csp.json': '{"inlineScripts":[]}',
};

export interface SmallEdge {
  readonly port: number;
  readonly plainPort: number;
  readonly siteDir: string;
  /** All of nginx's logs. */
  logs(): string;
  stop(): Promise<void>;
}

export interface SmallEdgeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly connections?: number;
  /** Stands in for the API; without it the API's port is closed. */
  readonly api?: Server;
}

/** An API that answers when it has received the whole request. */
export function patientApi(): Server {
  return createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end('{"result":0}'));
  });
}

async function listening(api: Server): Promise<number> {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  return (api.address() as AddressInfo).port;
}

/** A real nginx over TLS with the generated configuration, a site of a few files, and no shop behind it. */
export async function startSmallEdge(options: SmallEdgeOptions = {}): Promise<SmallEdge> {
  const { env = {}, connections, api } = options;
  const dir = mkdtempSync(join(tmpdir(), 'small-edge-'));
  const siteDir = join(dir, 'site');
  for (const [file, text] of Object.entries(SITE)) {
    mkdirSync(dirname(join(siteDir, file)), { recursive: true });
    writeFileSync(join(siteDir, file), text);
  }
  const [port = 0, plainPort = 0, nobody = 0] = await freePorts(3);
  const { key, certificate } = selfSigned(dir);
  const logDir = join(dir, 'nginx');
  const part = nginxPart({
    dir: logDir,
    siteDir,
    port,
    ...(connections === undefined ? {} : { connections }),
    env: {
      SITE_URL: 'https://127.0.0.1',
      API_URL: `http://127.0.0.1:${api === undefined ? nobody : await listening(api)}`,
      EDGE_TLS_CERTIFICATE: certificate,
      EDGE_TLS_KEY: key,
      EDGE_REDIRECT_LISTEN: `127.0.0.1:${plainPort}`,
      ...env,
    },
  });
  await part.start();
  await part.ready();
  return {
    port,
    plainPort,
    siteDir,
    logs: () =>
      readdirSync(logDir)
        .filter((file) => file.endsWith('.log'))
        .map((file) => readFileSync(join(logDir, file), 'utf8'))
        .join('\n'),
    async stop() {
      await part.stop();
      api?.closeAllConnections();
      api?.close();
      rmSync(dir, { recursive: true });
    },
  };
}
