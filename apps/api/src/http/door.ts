import type { IncomingHttpHeaders } from 'node:http';
import type { CallName } from '@jawhara/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DoorLimit } from '../guards/door-limit.ts';
import type { Metrics } from '../platform/metrics.ts';
import { refuse, type Answer } from './answer.ts';
import { callOf, changesThings } from './call-of.ts';
import type { Devices, MetDevice } from './devices.ts';
import { refusalSent, sendRefusal } from './refusal.ts';
import { MAY_MUTATE } from './request-origin.ts';

/**
 * Browsers write addresses into their history, into the referrer of the next request and, through proxies, into logs.
 * So a browser must send changes and secrets in a body. Other programs may still use GET, as the specification allows.
 */
const SECRET_PARAMETERS = ['session_key', 'password', 'ticket', 'access_token', 'id_token'] as const;

/**
 * Pages of the previous release make this call by GET. It carries no secret. It can be removed here when those pages
 * are gone.
 */
const STILL_BY_GET: ReadonlySet<CallName> = new Set(['openWalletSession']);

/** Headers that only browsers send. `Sec-Fetch-Mode` is left out, because Node's fetch sends it. */
const BROWSER_HEADERS = ['sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user', 'origin', 'referer'] as const;

function isBrowser(headers: IncomingHttpHeaders): boolean {
  return (
    BROWSER_HEADERS.some((name) => headers[name] !== undefined) ||
    (headers.accept?.includes('application/xhtml+xml') ?? false)
  );
}

function carriesSecret(query: unknown): boolean {
  return (
    typeof query === 'object' &&
    query !== null &&
    SECRET_PARAMETERS.some((name) => Object.hasOwn(query, name))
  );
}

/** Whether a browser has put a change or a secret into an address, although it must send it in a body. */
function mustBePosted({ method, headers, query }: FastifyRequest, call: CallName): boolean {
  if (method === 'POST' || !isBrowser(headers)) return false;
  return carriesSecret(query) || (changesThings(call) && !STILL_BY_GET.has(call));
}

function resultOf(reply: FastifyReply): string {
  if (reply.statusCode >= 500) return refusalSent(reply) ?? 'fault';
  return refusalSent(reply) ?? (reply.statusCode < 400 ? 'answered' : `status-${reply.statusCode}`);
}

export interface DoorDeps {
  readonly door: DoorLimit;
  readonly metrics: Metrics;
  readonly devices: Devices;
}

const ORIGIN_CHARS_LOGGED = 100;

/** Logs a refused change with its origin, which may be a domain of ours that is not configured. */
function logElsewhere({ log, headers }: FastifyRequest, call: CallName, { requestOrigin }: MetDevice): void {
  const origin = headers.origin?.slice(0, ORIGIN_CHARS_LOGGED);
  log.warn({ call, requestOrigin, origin }, 'refused a change that no page of ours asked for');
}

/** The cheapest check comes first: a request that is refused for its origin is not counted towards any limit. */
async function refusalOf(
  { door, metrics }: DoorDeps,
  request: FastifyRequest,
  call: CallName,
  device: MetDevice,
): Promise<Answer<never> | null> {
  if (changesThings(call) && !MAY_MUTATE[device.requestOrigin]) {
    metrics.refusedBy('from-elsewhere');
    logElsewhere(request, call, device);
    return refuse('from-elsewhere');
  }
  // With two device cookies the request gets a new device that no later request can have, so the payer could never read
  // an order placed now.
  if (changesThings(call) && device.isUnclear) {
    metrics.refusedBy('device-unclear');
    request.log.warn({ call }, 'refused a change: two cookies of the device’s name');
    return refuse('device-unclear');
  }
  if (mustBePosted(request, call)) {
    metrics.refusedBy('post-only');
    return refuse('post-only');
  }
  const retryAfterS = await door.ofStranger(call, { address: request.ip, device: device.digest });
  return retryAfterS === null ? null : refuse('too-many-tries', { retryAfterS });
}

/** Runs before every call of the contract: checks and counts it before its body is read. */
export function guardDoor(server: FastifyInstance, deps: DoorDeps): void {
  server.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    if (call === null) return;
    const device = deps.devices.meet(request);
    const refusal = await refusalOf(deps, request, call, device);
    // A cookie is set only on answers that are counted, so an address gets no more new devices than it may make calls.
    if (refusal === null) deps.devices.giveCookie(device, reply);
    else await sendRefusal(reply, refusal);
  });
  server.addHook('onResponse', (request, reply, done) => {
    deps.metrics.requestEnded(callOf(request) ?? 'other', resultOf(reply), reply.elapsedTime / 1000);
    done();
  });
}
