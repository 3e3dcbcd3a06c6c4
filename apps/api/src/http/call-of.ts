import { ALL_ENDPOINTS, type CallName } from '@jawhara/contract';
import type { FastifyRequest } from 'fastify';

const CALLS = new Map<string, CallName>(
  ALL_ENDPOINTS.flatMap(({ name, methods, path }) =>
    // A route for GET also serves HEAD, and a HEAD request costs the server as much.
    [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].map(
      (method) => [`${method} ${path}`, name as CallName] as const,
    ),
  ),
);

/** The call of the contract to which a request belongs; null for every other path that the server serves. */
export function callOf(request: FastifyRequest): CallName | null {
  // Cached on the request: the framework rebuilds routeOptions at every access, and each request needs this three times.
  request.call ??= CALLS.get(`${request.method} ${request.routeOptions.url ?? ''}`) ?? 'other';
  return request.call === 'other' ? null : request.call;
}

const CHANGING: ReadonlySet<string> = new Set(
  ALL_ENDPOINTS.filter(({ changes }) => changes).map(({ name }) => name),
);

export function changesThings(call: CallName): boolean {
  return CHANGING.has(call);
}

declare module 'fastify' {
  interface FastifyRequest {
    call: CallName | 'other' | null;
  }
}
