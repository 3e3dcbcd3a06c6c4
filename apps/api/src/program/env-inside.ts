import * as v from 'valibot';
import { isLoopback, type Role } from './env-roles.ts';
import type { EngineAddress } from '../platform/restate-admin.ts';

/** Settings of PostgreSQL, Redis, Restate and the other services that the program uses, with their credentials. */

/** The token is sent unchanged in a header. 32 of these characters cannot be guessed. */
export const engineToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~+/=-]{32,}$/));

interface EngineSettings {
  readonly RESTATE_INGRESS_URL: string;
  readonly RESTATE_ADMIN_URL: string;
  readonly RESTATE_INGRESS_TOKEN?: string | undefined;
  readonly RESTATE_ADMIN_TOKEN?: string | undefined;
}

interface InsideSettings extends EngineSettings {
  readonly ROLE: Role;
  readonly LISTEN_HOST: string;
  readonly REDIS_URL: string;
  readonly REDIS_CA?: string | undefined;
}

export function enginesOf(env: EngineSettings): {
  readonly restateIngress: EngineAddress;
  readonly restateAdmin: EngineAddress;
} {
  return {
    restateIngress: { url: env.RESTATE_INGRESS_URL, token: env.RESTATE_INGRESS_TOKEN ?? null },
    restateAdmin: { url: env.RESTATE_ADMIN_URL, token: env.RESTATE_ADMIN_TOKEN ?? null },
  };
}

/** Whether the role calls the engine's admin API. A web process never does. */
const ADMINISTERS = { web: false, worker: true, all: true } as const satisfies Record<Role, boolean>;

/**
 * Returns what is missing where a service is not on loopback: other machines can reach it there, so it must
 * authenticate its clients.
 */
function missingBeyondLoopback(env: InsideSettings): string[] {
  const redis = new URL(env.REDIS_URL);
  const checks: readonly (readonly [string, boolean])[] = [
    ['REDIS_URL with a user and a password', redis.username !== '' && redis.password !== ''],
    ['RESTATE_INGRESS_TOKEN', env.RESTATE_INGRESS_TOKEN !== undefined],
    ['RESTATE_ADMIN_TOKEN', env.RESTATE_ADMIN_TOKEN !== undefined || !ADMINISTERS[env.ROLE]],
  ];
  return checks.filter(([, isSet]) => !isSet).map(([name]) => name);
}

export function insideOf(env: InsideSettings) {
  const missing = isLoopback(env.LISTEN_HOST) ? [] : missingBeyondLoopback(env);
  if (missing.length > 0)
    throw new Error(
      `missing or wrong in the environment: ${missing.join(', ')} (LISTEN_HOST is not loopback). docs/operations/environment.md lists every setting.`,
    );
  if (env.REDIS_CA !== undefined && !env.REDIS_URL.startsWith('rediss://'))
    throw new Error('wrong in the environment: REDIS_CA is for a REDIS_URL that begins with rediss://');
  return { redisUrl: env.REDIS_URL, redisCa: env.REDIS_CA ?? null, ...enginesOf(env) };
}
