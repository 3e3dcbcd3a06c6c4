import type { CallName } from '@jawhara/contract';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { changesThings } from './call-of.ts';

/**
 * A browser writes addresses into its history, into the referrer of the next request and into the logs of whatever stands
 * between; a program that calls by GET as the specification has it keeps no such record of its own. So a browser sends what
 * changes something, and what carries a secret, in a body.
 */
const SECRET_PARAMETERS = ['session_key', 'password', 'ticket', 'access_token', 'id_token'] as const;

/** Pages of the release before call these by GET. Neither carries a secret; they may go when those pages have. */
const STILL_BY_GET: ReadonlySet<CallName> = new Set(['openWalletSession']);

/** Programs name none of these; Node's own fetch says `Sec-Fetch-Mode`, which therefore tells nothing. */
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

/** Whether a browser asks by its address for what it must send in a body. */
export function mustBePosted({ method, headers, query }: FastifyRequest, call: CallName): boolean {
  if (method === 'POST' || !isBrowser(headers)) return false;
  return carriesSecret(query) || (changesThings(call) && !STILL_BY_GET.has(call));
}
