import { REQUEST_ID_HEADER } from '@jawhara/contract';
import type { FastifyRequest } from 'fastify';

const REQUEST_ID = /^[A-Za-z0-9-]{16,64}$/;

/** The idempotency key of a call that creates something; null when it is missing or cannot be one. */
export function requestIdOf(http: FastifyRequest): string | null {
  const requestId = http.headers[REQUEST_ID_HEADER];
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : null;
}
