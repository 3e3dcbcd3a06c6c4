import { AsyncLocalStorage } from 'node:async_hooks';
import { jsonWithoutCardNumbers } from '@jawhara/domain';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields in every log line of one request, so that one id finds all of them. */
export interface LogContext {
  /** Made by us at the door. It goes with the work into the engine and returns with it. */
  readonly requestId?: string;
  readonly orderId?: string;
  readonly flow?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

export const LOG_CONTEXT_HEADER = 'x-jawhara-request-id';

export function withLogContext<Result>(logContext: LogContext, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...logContext }, work);
}

function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}

export function currentRequestId(): string | null {
  return currentLogContext().requestId ?? null;
}

/** Headers that pass the log context to another process. */
export function logContextHeaders(): Record<string, string> {
  const { requestId } = currentLogContext();
  return requestId === undefined ? {} : { [LOG_CONTEXT_HEADER]: requestId };
}

/** Secrets by their field names; card numbers by their form, wherever they are. */
const REDACTED = [
  'authorization',
  'cookie',
  'token',
  'encryptedCard',
  'encrypted',
  'dropInToken',
  'dropInSession',
  'drop_in',
  'threeDsResult',
  'redirectResult',
  'walletToken',
  'googlePayToken',
  'google_pay',
  'apple_pay_token',
  'cvvToken',
  'cvv_token',
  'platform_data',
  'access_token',
  'accessToken',
  'id_token',
  'idToken',
  'ticket',
  'session_key',
  'sessionKey',
  'skey',
  'password',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** A log line stays valid JSON when a bare number is redacted. */
function struckOut(line: string): string {
  return jsonWithoutCardNumbers(line, '"[card number]"');
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: 'api' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: REDACTED, censor: '[redacted]' },
    mixin: () => ({ ...currentLogContext() }),
    hooks: { streamWrite: struckOut },
  };
  return destination ? pino(options, destination) : pino(options);
}
