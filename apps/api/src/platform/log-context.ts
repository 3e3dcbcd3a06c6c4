import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields that every log line of one piece of work carries, so that one id finds all of them. */
export interface LogContext {
  /** Ours, made at the door. It goes with the work into the engine and comes back with it. */
  readonly requestId?: string;
  readonly orderId?: string;
  readonly flow?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

export const LOG_CONTEXT_HEADER = 'x-jawhara-request-id';

export function withLogContext<Result>(logContext: LogContext, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...logContext }, work);
}

export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}

/** To hand the log context to another process. */
export function logContextHeaders(): Record<string, string> {
  const { requestId } = currentLogContext();
  return requestId === undefined ? {} : { [LOG_CONTEXT_HEADER]: requestId };
}
