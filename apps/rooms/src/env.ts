import * as v from 'valibot';
import { inletKeyOf } from './inlet/inlet-signature.ts';

/** The only reader of the environment. A missing or wrong setting stops the start and is named. */

const port = v.pipe(v.string(), v.regex(/^\d{2,5}$/), v.transform(Number));
const positive = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1));
const url = v.pipe(v.string(), v.url());
const listed = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);

const INLET_SECRETS_MAX = 3;
/** A secret as Standard Webhooks writes it: base64 of 24 to 64 bytes. */
const inletSecret = v.pipe(
  v.string(),
  v.regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/),
  v.transform(inletKeyOf),
);

const origin = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && new URL(text).origin === text),
);
const socketUrl = v.pipe(v.string(), v.url(), v.regex(/^wss?:/));
const sentinel = v.pipe(
  v.string(),
  v.regex(/^[\w.-]+:\d{2,5}$/),
  v.transform((text) => {
    const [host = '', at = ''] = text.split(':');
    return { host, port: Number(at) };
  }),
);

const schema = v.pipe(
  v.object({
    LISTEN_HOST: v.optional(v.pipe(v.string(), v.ip()), '127.0.0.1'),
    ROOM_PORT: port,
    METRICS_PORT: v.optional(port),
    DATABASE_URL: url,
    REDIS_URL: url,
    REDIS_CA: v.optional(v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----'))),
    REDIS_SENTINELS: v.optional(v.pipe(listed, v.array(sentinel)), ''),
    REDIS_SENTINEL_NAME: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/)), 'jawhara'),
    ROOM_TICKET_KEY: v.pipe(v.string(), v.trim(), v.minLength(32)),
    ROOM_INLET_SECRETS: v.pipe(listed, v.array(inletSecret), v.minLength(1), v.maxLength(INLET_SECRETS_MAX)),
    ROOM_ORIGINS: v.pipe(listed, v.array(origin), v.minLength(1)),
    ROOM_MOVE_URL: v.optional(socketUrl),
    ROOM_DRAIN_SECONDS: v.optional(positive, '20'),
    ROOM_ACCEPTS_PER_SECOND: v.optional(positive, '1000'),
    ROOM_SOCKETS_MAX: v.optional(positive, '20000'),
    ROOM_SOCKETS_PER_VISITOR: v.optional(positive, '20'),
    LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
    BUILD: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{0,62}$/)), 'local'),
  }),
  v.transform((env) => ({
    host: env.LISTEN_HOST,
    port: env.ROOM_PORT,
    metricsPort: env.METRICS_PORT ?? null,
    databaseUrl: env.DATABASE_URL,
    redis: {
      url: env.REDIS_URL,
      ca: env.REDIS_CA ?? null,
      sentinels: env.REDIS_SENTINELS,
      sentinelName: env.REDIS_SENTINEL_NAME,
    },
    ticketKey: env.ROOM_TICKET_KEY,
    inletKeys: env.ROOM_INLET_SECRETS,
    origins: env.ROOM_ORIGINS,
    moveUrl: env.ROOM_MOVE_URL ?? null,
    drainMs: env.ROOM_DRAIN_SECONDS * 1000,
    acceptsPerSecond: env.ROOM_ACCEPTS_PER_SECOND,
    socketsMax: env.ROOM_SOCKETS_MAX,
    socketsPerVisitor: env.ROOM_SOCKETS_PER_VISITOR,
    logLevel: env.LOG_LEVEL,
    build: env.BUILD,
  })),
);

export type RoomEnv = v.InferOutput<typeof schema>;

export function readEnv(source: NodeJS.ProcessEnv): RoomEnv {
  const result = v.safeParse(schema, source);
  if (result.success) return result.output;
  const names = result.issues.flatMap((issue) => v.getDotPath(issue)?.split('.')[0] ?? []);
  throw new Error(
    `missing or wrong in the environment: ${[...new Set(names)].join(', ')}. apps/rooms/README.md lists every setting.`,
  );
}
