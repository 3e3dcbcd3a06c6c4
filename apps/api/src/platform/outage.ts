import { isConnectionFault } from './postgres.ts';
import { postgres } from './postgres-driver.ts';

/**
 * PostgreSQL's error classes for temporary faults: connection lost, no resources, stopped by an administrator,
 * conflict, time-out, or a server that was demoted to a standby (25006). The same work succeeds later.
 */
const PASSES_LATER = /^(08|53|57|58|40|55P03|25006|25P0[23])/;

const NETWORK_ERRORS: readonly string[] = ['AbortError', 'TimeoutError'];

/**
 * Whether the error means that the database or the network is unavailable, so that the same work will succeed later.
 * After any other error the work may fail every time.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof postgres.PostgresError && PASSES_LATER.test(error.code)) return true;
  if (isConnectionFault(error)) return true;
  if (!(error instanceof Error)) return false;
  // fetch reports "fetch failed" and has the socket's error in its cause.
  return NETWORK_ERRORS.includes(error.name) || (error.cause !== undefined && isOutage(error.cause));
}

const SAYS_NO_INPUT: readonly string[] = ['Error', 'TypeError', 'RangeError', 'PostgresError'];
const TEXT_MAX = 160;

/** A fault in a few words. Possible personal data is left out: quoted texts, addresses, long numbers. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  if (!SAYS_NO_INPUT.includes(error.name)) return `${error.name}${code}`;
  const message = error.message
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '"…"')
    .split(/\s/)
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ')
    .replaceAll(/\d{4,}/g, '#');
  return `${error.name}${code}: ${message}`.slice(0, TEXT_MAX);
}
