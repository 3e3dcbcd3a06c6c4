import type { BridgeError } from './bridge-error.ts';

/** A call to the app that failed. Told by its name where the class itself would be too much to load: api/create-call.ts. */
export class BridgeFault extends Error {
  override readonly name = 'BridgeFault';
  readonly error: BridgeError;

  constructor(error: BridgeError, message: string) {
    super(message);
    this.error = error;
  }
}
