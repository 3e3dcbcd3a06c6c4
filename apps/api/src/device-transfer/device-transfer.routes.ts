import { armHandOver, askBrowserHandOver, askHandOver, takeHandOver } from '@jawhara/contract';
import type { FastifyRequest } from 'fastify';
import { answer, refuse } from '../http/answer.ts';
import { readSecret, signSecret, type Devices } from '../http/devices.ts';
import type { Route } from '../http/route.ts';
import type { Chance } from '../platform/time-ordered-id.ts';
import { makeChallenge, type Asker, readPublicKey, useTransfer, type TransferDeps } from './use-transfer.ts';
import { sealDevice } from './sealed-device.ts';

export interface TransferRouteDeps extends TransferDeps {
  readonly chance: Chance;
  readonly devices: Devices;
  readonly siteUrl: string;
}

function askerOf(http: FastifyRequest): Asker {
  return { host: http.host, address: http.ip, userAgent: http.headers['user-agent'] ?? '' };
}

/** Routes that move a device from one of our hosts to another, where the browser has no device cookie yet (decision 19). */
export function deviceTransferRoutes(route: Route, deps: TransferRouteDeps): void {
  const { now, chance, deviceKeys, devices } = deps;
  const { protocol } = new URL(deps.siteUrl);
  const isOurHost = (http: FastifyRequest) => deps.isOurOrigin(`${protocol}//${http.host}`);

  route(armHandOver, async ({ request, http }) => {
    const publicKey = readPublicKey(request.publicKey);
    const own = readSecret(devices.meet(http).cookie.value, deviceKeys);
    if (publicKey === null || own === null) return refuse('hand-over-void');
    return answer({ sealed: sealDevice({ secret: own.secret, publicKey }, now(), deviceKeys, chance) });
  });

  const challengeFor = (asker: Asker) =>
    answer({ challenge: makeChallenge(asker, now(), deviceKeys, chance) });
  route(askHandOver, async ({ http }) => challengeFor(askerOf(http)));
  route(askBrowserHandOver, async ({ http }) => challengeFor({ ...askerOf(http), userAgent: null }));

  route(takeHandOver, async ({ request, http }) => {
    const secret = isOurHost(http) ? await useTransfer(deps, request, askerOf(http)) : null;
    if (secret === null) return refuse('hand-over-void');
    return { ...answer({}), becomesDevice: signSecret(secret, deviceKeys) };
  });
}
