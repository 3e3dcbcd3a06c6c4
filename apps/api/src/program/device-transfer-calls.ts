import type { FastifyInstance } from 'fastify';
import { deviceTransferRoutes, type TransferRouteDeps } from '../device-transfer/device-transfer.routes.ts';
import { openToOurHosts, ourOrigins } from '../http/request-origin.ts';
import type { DevicesDeps } from '../http/devices.ts';
import type { Route } from '../http/route.ts';

/** Wires the transfer of a device between the deployment's hosts. */
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
