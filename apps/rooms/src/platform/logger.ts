import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Secrets by the names they travel under. Addresses are never logged: a socket's has its ticket in it. */
const REDACTED = ['authorization', 'cookie', 'ticket', 'session_key', 'url', 'webhook-signature'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: 'rooms' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: REDACTED, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
