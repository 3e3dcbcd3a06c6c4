import { jsonWithoutCardNumbers } from '@jawhara/domain';
import { currentLogContext } from './log-context.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

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
