import { join } from 'node:path';
import { processPart, type Part } from '../../../../tools/stack/part.ts';
import { HOST } from '../../../../tools/stack/ports.ts';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';
import { answersOk } from '../../../../tools/stack/wait-until.ts';

export const TICKET_KEY = 'a-ticket-key-for-the-tests-of-rooms-01';
export const INLET_SECRET = `whsec_${Buffer.from('an-inlet-key-of-the-tests-0001').toString('base64')}`;
export const ORIGIN = 'https://pay.jawhara.example';

/** See apps/rooms/README.md: without it V8 uses up to 64 MB for short-lived garbage, as much as thousands of sockets. */
export const SMALL_YOUNG_HEAP = '--max-semi-space-size=4';

export interface GatewayProcess {
  readonly part: Part;
  readonly port: number;
  readonly url: string;
  readonly socketUrl: string;
  readonly metricsUrl: string;
}

export interface GatewayOptions {
  readonly name: string;
  readonly dir: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly env: Readonly<Record<string, string>>;
}

/** A gateway in its own process, which can be killed and drained. */
export function gatewayProcess({ name, dir, port, metricsPort, env }: GatewayOptions): GatewayProcess {
  const url = `http://${HOST}:${port}`;
  const part = processPart({
    name,
    command: process.execPath,
    args: [SMALL_YOUNG_HEAP, 'apps/rooms/src/main.ts'],
    cwd: REPOSITORY,
    env: {
      ROOM_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ROOM_TICKET_KEY: TICKET_KEY,
      ROOM_INLET_SECRETS: INLET_SECRET,
      ROOM_ORIGINS: ORIGIN,
      LOG_LEVEL: 'info',
      ...env,
    },
    logFile: join(dir, `${name}.log`),
    isReady: () => answersOk(`${url}/readyz`),
    stopWithinMs: 40_000,
  });
  return {
    part,
    port,
    url,
    socketUrl: `ws://${HOST}:${port}/api/room/socket/`,
    metricsUrl: `http://${HOST}:${metricsPort}/metrics`,
  };
}
