import { isRoomId } from './room-id.ts';
import { isSn } from './sn.ts';

/** The query of a socket's address (RP-40). */
export interface SocketQuery {
  readonly rid: string;
  readonly ticket: string;
  /** The client's sn, or null if it has none. */
  readonly sn: number | null;
}

/** The addresses that a client may be moved to (RP-45). */
export interface MoveRules {
  /** Host names, with the port if it is not the default. */
  readonly hosts: readonly string[];
  /** `ws:` is for development only. */
  readonly allowsPlainSocket: boolean;
}

/** Stricter than URL: no user, query or fragment, and nothing that two parsers could read differently. */
const SOCKET_URL = /^(wss?):\/\/([a-z0-9.-]+(?::\d{1,5})?)\/[a-z0-9/_.-]*$/;

export function isMoveAllowed(url: string, { hosts, allowsPlainSocket }: MoveRules): boolean {
  const [, scheme, host = ''] = SOCKET_URL.exec(url) ?? [];
  return (scheme === 'wss' || (scheme === 'ws' && allowsPlainSocket)) && hosts.includes(host);
}

export function socketAddress(url: string, { rid, ticket, sn }: SocketQuery): string {
  const query = `rid=${rid}&ticket=${encodeURIComponent(ticket)}`;
  return `${url}?${query}${sn === null ? '' : `&sn=${sn}`}`;
}

/** Reads the parameters of an address, each given once or null; returns null if they do not fit RP-40. */
export function readSocketQuery(parameter: (name: string) => string | null): SocketQuery | null {
  const rid = parameter('rid');
  const ticket = parameter('ticket');
  const snText = parameter('sn');
  const sn = snText === null ? null : Number(snText);
  if (!isRoomId(rid) || ticket === null || ticket === '') return null;
  if (snText !== null && (!/^\d{1,16}$/.test(snText) || !isSn(sn))) return null;
  return { rid, ticket, sn };
}
