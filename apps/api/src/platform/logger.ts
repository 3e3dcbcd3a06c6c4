import { AsyncLocalStorage } from 'node:async_hooks';
import { jsonWithoutCardNumbers } from '@jawhara/domain';
import { pino, type DestinationStream, type Logger } from 'pino';

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

function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}

/** To hand the log context to another process. */
export function logContextHeaders(): Record<string, string> {
  const { requestId } = currentLogContext();
  return requestId === undefined ? {} : { [LOG_CONTEXT_HEADER]: requestId };
}

/** Secrets by the names they travel under; card numbers by what they look like, wherever they turn up. */
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

/** A line stays JSON, also where a bare number was struck out. */
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
