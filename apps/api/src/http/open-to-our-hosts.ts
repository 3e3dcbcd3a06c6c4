import type { CallName } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { callOf } from './call-of.ts';

/**
 * Calls that a page of one of our hosts may make to another host: whether it is there, and for a challenge to sign. None of
 * them identifies the caller.
 */
const OPEN: ReadonlySet<CallName> = new Set([
  'probeHost',
  'probeHostOfApp',
  'askHandOver',
  'askBrowserHandOver',
]);

/** Without credentials: no cookie comes with such a question, and none goes with its answer. */
export function openToOurHosts(server: FastifyInstance, isOurOrigin: (origin: string) => boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    if (call === null || !OPEN.has(call)) return;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin !== undefined && isOurOrigin(origin)) reply.header('access-control-allow-origin', origin);
  });
}
