import { randomBytes } from 'node:crypto';
import { freePorts } from '../../../../tools/stack/ports.ts';
import type { EngineAddress } from '../platform/restate-admin.ts';
import { createLogger } from '../platform/logger.ts';
import { registerFlows, restateClient, restateObject } from '../platform/restate.ts';
import { serveFlows } from '../platform/restate-serving.ts';
import { testEngine } from './test-engine.ts';

export interface FailingFlow {
  readonly objectName: string;
  readonly admin: EngineAddress;
  /** Starts work on this key. Its step fails as long as `isBroken` is true. */
  begin(key: string): Promise<void>;
  isBroken: boolean;
  /** How often the step of this key has succeeded. */
  ended(key: string): number;
  pause(id: string): Promise<void>;
  close(): Promise<void>;
}

type Events = { work: null };

/** A real flow on the real engine, whose step throws. */
export async function failingFlow(): Promise<FailingFlow> {
  const objectName = `failing-${randomBytes(5).toString('hex')}`;
  const { ingress, admin } = testEngine();
  const [port = 0] = await freePorts(1);
  const ends = new Map<string, number>();
  const flow: FailingFlow = {
    objectName,
    admin,
    isBroken: true,
    async begin(key) {
      const client = restateClient<Events, { work: null }>(ingress, objectName);
      if (!(await client.send('work', key, null))) throw new Error('the engine did not take it');
    },
    ended: (key) => ends.get(key) ?? 0,
    async pause(id) {
      await fetch(`${admin.url}/invocations/${id}/pause`, { method: 'PATCH' });
    },
    close: async () => void (await server.drain(0)),
  };
  const object = restateObject<Events, { work: null }>(objectName, {
    async work({ step }, key) {
      return step('fails', async () => {
        if (flow.isBroken) throw new Error('the step is broken');
        ends.set(key, (ends.get(key) ?? 0) + 1);
        return null;
      });
    },
  });
  const server = await serveFlows({
    services: [object],
    host: '127.0.0.1',
    port,
    path: '/b/failing',
    identityKeys: [],
    logger: createLogger('silent'),
  });
  if (!(await registerFlows(admin, `http://127.0.0.1:${port}/b/failing`))) throw new Error('not registered');
  return flow;
}
