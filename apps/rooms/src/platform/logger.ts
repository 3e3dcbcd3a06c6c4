import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Fields that hold secrets. Addresses are never logged: a socket's address contains its ticket. */
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
