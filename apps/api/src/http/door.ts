import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SessionDeps } from '../accounts/session-key.ts';
import type { DoorLimit } from '../guards/door-limit.ts';
import type { Metrics } from '../platform/metrics.ts';
import { refuse } from './answer.ts';
import { callOf } from './call-of.ts';
import { identifyDevice } from './caller.ts';
import { refusalSent, sendRefusal } from './refusal.ts';

function resultOf(reply: FastifyReply): string {
  if (reply.statusCode >= 500) return refusalSent(reply) ?? 'fault';
  return refusalSent(reply) ?? (reply.statusCode < 400 ? 'answered' : `status-${reply.statusCode}`);
}

/** Stands before every call of the contract, whichever way it is bound: counted before its body is even read. */
export function guardDoor(
  server: FastifyInstance,
  deps: { readonly door: DoorLimit; readonly metrics: Metrics; readonly sessions: SessionDeps },
): void {
  server.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    if (call === null) return;
    const device = identifyDevice(request, reply, deps.sessions);
    const retryAfterS = await deps.door.ofStranger(call, { address: request.ip, device });
    if (retryAfterS === null) return;
    await sendRefusal(reply, refuse('too-many-tries', { retryAfterS }));
  });
  server.addHook('onResponse', (request, reply, done) => {
    deps.metrics.requestEnded(callOf(request) ?? 'other', resultOf(reply), reply.elapsedTime / 1000);
    done();
  });
}
