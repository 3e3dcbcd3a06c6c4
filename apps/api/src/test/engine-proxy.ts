import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineProxyPart } from '../../../../tools/stack/engine-proxy.ts';
import type { EngineTokens } from '../../../../tools/stack/engine-tokens.ts';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { httpUrl } from '../../../../tools/stack/profiles.ts';
import { testEngine } from './test-engine.ts';

export interface EngineProxy {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Starts the proxy of deploy/engines in front of the engine of this test run. */
export async function startEngineProxy(tokens: EngineTokens): Promise<EngineProxy> {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-proxy-'));
  const [ingress = 0, admin = 0] = await freePorts(2);
  const own = testEngine();
  const engine = { ingressUrl: own.ingress.url, adminUrl: own.admin.url };
  const part = engineProxyPart({ dir, ports: { ingress, admin }, engine, tokens });
  await part.start();
  await part.ready();
  return {
    ingressUrl: httpUrl(ingress),
    adminUrl: httpUrl(admin),
    async stop() {
      await part.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
