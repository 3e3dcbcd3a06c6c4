import { AsyncLocalStorage } from 'node:async_hooks';
import { jsonWithoutCardNumbers } from '@jawhara/domain';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields that every log line of one request has, so that the lines are found by one id. */
export interface LogContext {
  /**
   * The server makes this id when the request arrives. It is passed to the engine with the work, and back with the
   * work's calls.
   */
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

/** Secrets are redacted by the names of their fields. Card numbers are found by their form, in whatever field they are. */
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

/** Redacts card numbers so that the log line stays valid JSON, also where the number was not quoted. */
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
