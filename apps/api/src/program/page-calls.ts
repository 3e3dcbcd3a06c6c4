import { PRODUCT_VERSION } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ProviderHealth } from '../guards/provider-health.ts';
import type { TelemetryBudget } from '../guards/telemetry-budget.ts';
import { batchRoutes } from '../http/batch.routes.ts';
import type { Route } from '../http/route.ts';
import { legalRoutes } from '../legal/legal.routes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { cardFieldsOf, googlePayOf } from '../providers/provider-entries.ts';
import { siteConfigRoutes } from '../site-config/site-config.routes.ts';
import type { CountryOfCall } from '../system/country-of-call.ts';
import type { Readiness } from '../system/readiness.ts';
import { referenceRoutes } from '../system/reference.routes.ts';
import { healthRoutes, systemRoutes } from '../system/system.routes.ts';
import { telemetryRoutes } from '../telemetry/telemetry.routes.ts';
import { telemetryRecorder, type TelemetryRecorder } from '../telemetry/telemetry-recorder.ts';
import { deviceTransferRoutes, type TransferRouteDeps } from '../device-transfer/device-transfer.routes.ts';
import { openToOurHosts, ourOrigins } from '../http/request-origin.ts';
import type { DevicesDeps } from '../http/devices.ts';
import type { Env } from './env.ts';

interface PageCallDeps {
  readonly env: Env;
  readonly db: Db;
  readonly logger: Logger;
  readonly now: Clock;
  readonly newId: () => string;
  readonly health: ProviderHealth;
  readonly budget: TelemetryBudget;
  readonly country: CountryOfCall;
  readonly readiness: () => Promise<Readiness>;
}

/** Wires the calls that serve a page itself rather than an account or a purchase. */
export function pageCalls(
  server: FastifyInstance,
  route: Route,
  { env, db, logger, now, newId, health, budget, country, readiness }: PageCallDeps,
): TelemetryRecorder {
  const telemetry = telemetryRecorder({
    db,
    now,
    newId,
    logger,
    budget,
    waitingMax: env.telemetryWaitingMax,
  });
  siteConfigRoutes(route, {
    db,
    fields: cardFieldsOf(env.providers),
    googlePay: googlePayOf(env.providers, env.googlePay),
    failingProviders: () => health.failing(),
  });
  legalRoutes(route, env.operatorFacts);
  systemRoutes(route, { now, backupDomains: env.backupDomains, country });
  telemetryRoutes(route, telemetry);
  batchRoutes(route, server);
  referenceRoutes(server, PRODUCT_VERSION);
  healthRoutes(server, readiness);
  // All requests have ended by then, so this writes all telemetry that is left.
  server.addHook('onClose', () => telemetry.flush());
  return telemetry;
}

/** Wires the calls that move a device from one host of the deployment to another. */
export function deviceTransferCalls(
  server: FastifyInstance,
  route: Route,
  deps: Omit<TransferRouteDeps, 'isOurOrigin'> & DevicesDeps,
): void {
  const isOurs = ourOrigins(deps.siteUrl, deps.backupDomains);
  const isOurOrigin = (origin: string) => isOurs(origin, '');
  openToOurHosts(server, isOurOrigin);
  deviceTransferRoutes(route, { ...deps, isOurOrigin });
}
