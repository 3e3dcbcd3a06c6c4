import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one piece of work carries, so that one id finds all of them. */
export interface Trail {
  /** Ours, made at the door. It goes with the work into the engine and comes back with it. */
  readonly requestId?: string;
  readonly orderId?: string;
  readonly flow?: string;
}

const storage = new AsyncLocalStorage<Trail>();

export const TRAIL_HEADER = 'x-jawhara-request-id';

export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...trail }, work);
}

export function currentTrail(): Trail {
  return storage.getStore() ?? {};
}

/** To hand the trail to another process. */
export function trailHeaders(): Record<string, string> {
  const { requestId } = currentTrail();
  return requestId === undefined ? {} : { [TRAIL_HEADER]: requestId };
}
