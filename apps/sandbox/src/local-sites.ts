import type { FastifyInstance } from 'fastify';

/** A site of this machine, as the header `origin` names it. */
export const LOCAL_SITE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Sites of this machine may call what a browser calls; the API with the secret key stays closed to pages. */
export function allowLocalSites(app: FastifyInstance, browserPaths: () => readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !LOCAL_SITE.test(origin)) return undefined;
    if (!browserPaths().some((path) => request.url.startsWith(path))) return undefined;
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
    if (request.method !== 'OPTIONS') return undefined;
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    });
    return reply.code(204).send();
  });
  app.options('/*', async (_request, reply) => reply.code(404).send());
}
