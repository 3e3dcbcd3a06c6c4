import type { FastifyInstance, FastifyRequest } from 'fastify';

/** No call has deeper JSON: deeper JSON is an attack on the parser or on the check for card numbers. */
const DEPTH_MAX = 8;
/** The longest list of any call is a batch of telemetry, which has up to this many events. */
const ITEMS_MAX = 1_000;
/** The limit of APP-05; further parameters are dropped. */
const PARAMETERS_MAX = 1_000;

/** True if every level is within bounds. */
export function isWithinBounds(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  if (depth > DEPTH_MAX) return false;
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.length <= ITEMS_MAX && items.every((item) => isWithinBounds(item, depth + 1));
}

/** A query string or a form. The last value of a repeated name counts, and `__proto__` is a plain name. */
export function readParameters(text: string): Record<string, string> {
  if (text === '') return {};
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > PARAMETERS_MAX) break;
    parameters[name] = value;
  }
  return { ...parameters };
}

/** The requests that people cause are smaller. Larger bodies are parsed one at a time, with other requests in between. */
const LARGE_BYTES = 4 * 1024;

/**
 * Resolves one caller in each turn of the event loop: parsing a large body takes milliseconds, and many in one turn
 * would delay all other requests.
 */
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

/** Parses JSON and forms. The check for card data, the schema and the call follow in the same turn of the event loop. */
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
  // The body of a browser report is a list without a name; request parameters need one, so the list becomes `reports`.
  const reportsOf = async (request: FastifyRequest, body: Buffer) => ({
    reports: await jsonOf(request, body),
  });
  server.addContentTypeParser('application/reports+json', { parseAs: 'buffer' }, reportsOf);
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, formOf);
}
