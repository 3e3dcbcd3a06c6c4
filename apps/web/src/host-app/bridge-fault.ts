import type { ClientFailure } from '@jawhara/contract';
import { BRIDGE_ERRORS, type BridgeError, type BridgeTrouble } from './bridge-error.ts';

const FAILURES = {
  none: 'bridge-failure',
  cannot: 'bridge-failure',
  network: 'bridge-network',
  security: 'bridge-security',
} as const satisfies Record<BridgeTrouble, ClientFailure>;

/** A call to the app that failed. What a call makes of it, it says itself: api/create-call.ts does not load this class. */
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
