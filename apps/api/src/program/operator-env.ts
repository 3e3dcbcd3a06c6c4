import { join } from 'node:path';
import * as v from 'valibot';
import { engineToken, enginesOf } from './env-inside.ts';
import type { KeyEnv } from '../ops/login.ts';

const url = v.pipe(v.string(), v.url());
const positive = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1));

/** Fingerprints as `ops login` prints them, separated by commas. */
const fingerprints = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
  v.array(v.pipe(v.string(), v.regex(/^SHA256:[A-Za-z0-9_-]{43}$/))),
);

/**
 * Settings of the operator's command line: the database, and the engine for commands about flows. Each has the same
 * meaning as in env.ts.
 */
const schema = v.pipe(
  v.object({
    DATABASE_URL: url,
    DATABASE_STANDBYS: v.optional(v.string(), ''),
    RESTATE_INGRESS_URL: v.optional(url, ''),
    RESTATE_INGRESS_TOKEN: v.optional(engineToken),
    RESTATE_ADMIN_URL: v.optional(url, ''),
    RESTATE_ADMIN_TOKEN: v.optional(engineToken),
    ORDER_OBJECT: v.optional(v.string(), 'order'),
    ORDER_EXPIRES_AFTER_MS: v.optional(positive),
    ASK_PROVIDER_AFTER_MS: v.optional(positive, '5000'),
    OPERATOR_ROOTS: v.optional(fingerprints, ''),
  }),
  v.transform((env) => ({
    databaseUrl: env.DATABASE_URL,
    databaseStandbys: env.DATABASE_STANDBYS.split(',').filter(Boolean),
    ...enginesOf(env),
    orderObject: env.ORDER_OBJECT,
    orderExpiresAfterMs: env.ORDER_EXPIRES_AFTER_MS ?? null,
    askProviderAfterMs: env.ASK_PROVIDER_AFTER_MS,
    operatorRoots: env.OPERATOR_ROOTS,
  })),
);

export type OperatorEnv = v.InferOutput<typeof schema>;

export function readOperatorEnv(source: NodeJS.ProcessEnv): OperatorEnv {
  const result = v.safeParse(schema, source);
  if (result.success) return result.output;
  const names = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(`missing or wrong in the environment: ${names}`);
}

export function readKeyEnv(source: NodeJS.ProcessEnv, home: string): KeyEnv {
  const folder = source['XDG_CONFIG_HOME'] || join(home, '.config');
  return {
    path: source['OPERATOR_KEY_FILE'] || join(folder, 'jawhara', 'operator-key.json'),
    passphrase: source['OPERATOR_PASSPHRASE'] || null,
  };
}
