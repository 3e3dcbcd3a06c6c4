import { join } from 'node:path';
import { engineTokenFiles, type EngineTokens } from './engine-tokens.ts';
import { haproxy } from './machines.ts';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { httpUrl } from './profiles.ts';
import { REPOSITORY } from './repository.ts';

interface EngineProxyOptions {
  readonly dir: string;
  readonly ports: { readonly ingress: number; readonly admin: number };
  readonly engine: { readonly ingressUrl: string; readonly adminUrl: string };
  readonly tokens: EngineTokens;
}

/** haproxy with the files of deploy/engines, in front of a single engine: it checks the tokens of the programs. */
export function engineProxyPart({ dir, ports, engine, tokens }: EngineProxyOptions): Part {
  const path = process.env['PATH'] ?? '';
  const files = ['haproxy', 'one-node'].map((name) => join(REPOSITORY, `deploy/engines/${name}.cfg`));
  return processPart({
    name: 'engine proxy',
    command: haproxy(path),
    args: ['-db', ...files.flatMap((file) => ['-f', file])],
    cwd: dir,
    env: {
      PATH: path,
      INGRESS_AT: `${HOST}:${ports.ingress}`,
      ADMIN_AT: `${HOST}:${ports.admin}`,
      INGRESS_1: new URL(engine.ingressUrl).host,
      ADMIN_1: new URL(engine.adminUrl).host,
      ...engineTokenFiles(dir, tokens),
    },
    logFile: join(dir, 'haproxy.log'),
    isReady: async () => (await fetch(`${httpUrl(ports.admin)}/health`)).status === 401,
  });
}
