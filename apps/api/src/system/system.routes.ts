import {
  probeHost,
  probeHostOfApp,
  readBackupDomains,
  readPosition,
  readServerTime,
  type BackupDomains,
} from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../platform/clock.ts';
import type { CountryOfCall } from './country-of-call.ts';
import type { Readiness } from './readiness.ts';

export interface SystemDeps {
  readonly now: Clock;
  readonly backupDomains: BackupDomains;
  readonly country: CountryOfCall;
}

export function systemRoutes(route: Route, deps: SystemDeps): void {
  const time = async () => answer({ ts: Math.floor(deps.now().getTime() / 1000) });
  route(readServerTime, time);
  route(probeHost, time);
  route(probeHostOfApp, time);
  route(readBackupDomains, async () => answer(deps.backupDomains));
  route(readPosition, async ({ http, caller }) =>
    answer({ country: deps.country(http.headers, caller.address) }),
  );
}

/**
 * Probes for operators, answered without the envelope: /healthz is about this process alone, /readyz also about
 * everything it depends on.
 */
export function healthRoutes(server: FastifyInstance, readiness: () => Promise<Readiness>): void {
  server.get('/healthz', async () => ({ alive: true }));
  server.get('/readyz', async (_request, reply) => {
    const { isReady, isDraining, parts } = await readiness();
    return reply.code(isReady ? 200 : 503).send({ ready: isReady, draining: isDraining, parts });
  });
}
