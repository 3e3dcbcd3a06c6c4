import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readParameters } from './body-limits.ts';

/** Bodies of people are smaller. Larger ones are read one at a time, and whoever asks for little is answered in between. */
const LARGE_BYTES = 4 * 1024;

/** Resolves in a turn of the event loop that nobody else was given: parsing and searching a large body takes milliseconds, a hundred of them would be one long silence. */
function turns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  function next(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}

/** JSON and forms; what follows the reading of a body (tripwire, schema, call) begins in the same turn. */
export function readBodies(server: FastifyInstance): void {
  const turn = turns();
  const readJson = server.getDefaultJsonParser('error', 'error');
  async function textOf(body: Buffer): Promise<string> {
    if (body.length > LARGE_BYTES) await turn();
    return body.toString('utf8');
  }
  const jsonOf = async (request: FastifyRequest, body: Buffer) => {
    const text = await textOf(body);
    return new Promise<unknown>((resolve, reject) => {
      void readJson(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)));
    });
  };
  const formOf = async (_request: FastifyRequest, body: Buffer) => readParameters(await textOf(body));
  server.addContentTypeParser(['application/json', 'application/csp-report'], { parseAs: 'buffer' }, jsonOf);
  // The one kind of body that is a list: parameters have names.
  const reportsOf = async (request: FastifyRequest, body: Buffer) => ({
    reports: await jsonOf(request, body),
  });
  server.addContentTypeParser('application/reports+json', { parseAs: 'buffer' }, reportsOf);
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, formOf);
}
