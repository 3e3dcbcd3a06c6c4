import { uploadFile } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import { feedbackRoutes, fileRoutes } from '../feedback/feedback.routes.ts';
import type { CallerDeps } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import { myDataRoutes } from '../my-data/my-data.routes.ts';
import type { Clock } from '../platform/clock.ts';
import { directoryObjectStore, s3ObjectStore } from '../platform/object-store.ts';
import type { Db } from '../platform/postgres.ts';
import { rateLimit } from '../platform/rate-limit.ts';
import type { Redis } from '../platform/redis.ts';
import type { Chance } from '../platform/time-ordered-id.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const SECRET_BYTES = 32;

export interface FeedbackCallDeps {
  readonly env: Env;
  readonly db: Db;
  readonly now: Clock;
  readonly chance: Chance;
  readonly redis: Redis;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** Wires reports, uploads and data requests, which are stored as reports. */
export async function feedbackCalls(
  server: FastifyInstance,
  route: Route,
  callers: CallerDeps,
  { env, db, now, chance, redis, logger, newId }: FeedbackCallDeps,
): Promise<FeedbackContext> {
  const { s3, directory, tokenKey, filesPerHour, reportsPerHour } = env.feedback;
  const context: FeedbackContext = {
    db,
    now,
    chance,
    newId,
    logger,
    files: s3 ? s3ObjectStore(s3) : directoryObjectStore(directory),
    // Without a configured key, upload tokens are valid only in this process, and until it stops.
    tokenSecret: tokenKey === null ? chance(SECRET_BYTES) : Buffer.from(tokenKey),
    uploadUrl: new URL(uploadFile.path, env.siteUrl).href,
    decisionWorkingDays: env.promises.decisionWorkingDays,
  };
  feedbackRoutes(route, context, {
    // Without Redis uploads are refused, because they could fill the disk. Reports are accepted, because for a payer a
    // report may be the last resort.
    files: rateLimit(redis, 'upload', HOUR_S, logger, 'refuse'),
    filesPerHour,
    reports: rateLimit(redis, 'feedback', HOUR_S, logger),
    reportsPerHour,
  });
  myDataRoutes(route, {
    sessions: { db, now, chance },
    feedback: context,
    mailKeys: env.mail?.keys ?? null,
    requests: rateLimit(redis, 'erasure', HOUR_S, logger),
    requestsPerHour: reportsPerHour,
  });
  await fileRoutes(server, callers, context, rateLimit(redis, 'file-read', MINUTE_S, logger));
  return context;
}
