import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineTokenFiles, type EngineTokens } from '../../../../tools/stack/engine-tokens.ts';
import { haproxy } from '../../../../tools/stack/machines.ts';
import { processPart } from '../../../../tools/stack/part.ts';
import { freePorts, HOST } from '../../../../tools/stack/ports.ts';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';
import { testEngine } from './test-engine.ts';

export interface EngineProxy {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** haproxy with the files of deploy/engines, before the engine of this run. */
export async function startEngineProxy(tokens: EngineTokens): Promise<EngineProxy> {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-proxy-'));
  const [ingress = 0, admin = 0] = await freePorts(2);
  const engine = testEngine();
  const path = process.env['PATH'] ?? '';
  const files = ['haproxy', 'one-node'].flatMap((name) => [
    '-f',
    join(REPOSITORY, `deploy/engines/${name}.cfg`),
  ]);
  const [ingressUrl, adminUrl] = [`http://${HOST}:${ingress}`, `http://${HOST}:${admin}`];
  const part = processPart({
    name: 'engine proxy',
    command: haproxy(path),
    args: ['-db', ...files],
    cwd: dir,
    env: {
      PATH: path,
      INGRESS_AT: `${HOST}:${ingress}`,
      ADMIN_AT: `${HOST}:${admin}`,
      INGRESS_1: new URL(engine.ingress.url).host,
      ADMIN_1: new URL(engine.admin.url).host,
      ...engineTokenFiles(dir, tokens),
    },
    logFile: join(dir, 'haproxy.log'),
    isReady: async () => (await fetch(`${adminUrl}/health`)).status === 401,
  });
  writeFileSync(join(dir, 'haproxy.log'), '');
  await part.start();
  await part.ready();
  return {
    ingressUrl,
    adminUrl,
    async stop() {
      await part.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
