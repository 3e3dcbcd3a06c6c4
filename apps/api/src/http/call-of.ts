import { ALL_ENDPOINTS, type CallName } from '@jawhara/contract';
import type { FastifyRequest } from 'fastify';

const CALLS = new Map<string, CallName>(
  ALL_ENDPOINTS.flatMap(({ name, methods, path }) =>
    // A route for GET also serves HEAD, at the same cost.
    [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].map(
      (method) => [`${method} ${path}`, name as CallName] as const,
    ),
  ),
);

/** The contract's call that a request is for; null for everything else we serve. */
export function callOf(request: FastifyRequest): CallName | null {
  // routeOptions is rebuilt on every access, and each request needs it three times: cached on the request.
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
