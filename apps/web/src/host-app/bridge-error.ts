import type { ClientFailure } from '@jawhara/contract';

/**
 * The meaning of a failed call for its caller:
 * - `none`: nothing failed;
 * - `cannot`: this app does not support the call; the page does it itself where it can;
 * - `network`: the app could not reach the server;
 * - `security`: the app does not trust the connection, so the call is not repeated without the app.
 */
type BridgeTrouble = 'none' | 'cannot' | 'network' | 'security';

interface BridgeErrorRow {
  readonly number: number;
  readonly trouble: BridgeTrouble;
}

/** BRG-04: every error number an app may answer with. */
export const BRIDGE_ERRORS = {
  NoError: { number: 0, trouble: 'none' },
  BadParam: { number: 1, trouble: 'cannot' },
  ConnectionShutdown: { number: 2, trouble: 'network' },
  ProtocolError: { number: 3, trouble: 'cannot' },
  InterruptedError: { number: 4, trouble: 'network' },
  SSLHandshakeError: { number: 5, trouble: 'security' },
  SSLPeerUnverified: { number: 6, trouble: 'security' },
  UnknownService: { number: 7, trouble: 'cannot' },
  SSLError: { number: 8, trouble: 'security' },
  SocketError: { number: 9, trouble: 'network' },
  UnknownHost: { number: 10, trouble: 'network' },
  Unknown: { number: -1, trouble: 'cannot' },
} as const satisfies Record<string, BridgeErrorRow>;

export type BridgeError = keyof typeof BRIDGE_ERRORS;

const ERROR_BY_NUMBER: ReadonlyMap<number, BridgeError> = new Map(
  Object.entries(BRIDGE_ERRORS).map(([name, { number }]) => [number, name as BridgeError]),
);

/** The name of an error number; a number from a newer app, which this page does not know, is `Unknown`. */
export function bridgeErrorOf(number: number): BridgeError {
  return ERROR_BY_NUMBER.get(number) ?? 'Unknown';
}

const FAILURES = {
  none: 'bridge-failure',
  cannot: 'bridge-failure',
  network: 'bridge-network',
  security: 'bridge-security',
} as const satisfies Record<BridgeTrouble, ClientFailure>;

/** A failed call to the app. Recognised by its field, because api/create-call.ts does not load this class. */
export class BridgeFault extends Error {
  override readonly name = 'BridgeFault';
  readonly error: BridgeError;
  readonly failure: ClientFailure;

  constructor(error: BridgeError, message: string) {
    super(message);
    this.error = error;
    this.failure = FAILURES[BRIDGE_ERRORS[error].trouble];
  }
}
