import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../../../../tools/stack/compile-cache.ts';
import type { Shop } from './shop.ts';
import { testKeyFile } from './test-operators.ts';

const ENTRY = fileURLToPath(new URL('../program/ops.ts', import.meta.url));

export interface OpsRun {
  readonly code: number;
  readonly out: string;
}

/** Runs the command line as an operator does: in a process of its own, which gets only the environment. */
export async function runOps({ env }: Pick<Shop, 'env'>, ...args: string[]): Promise<OpsRun> {
  return runOpsAs(await testKeyFile('huda'), env, args);
}

/** Runs the command line with another operator's key, or with none if there is no file at the path. */
export function runOpsAs(keyFile: string, env: Shop['env'], args: readonly string[]): Promise<OpsRun> {
  return new Promise((end) => {
    const child = execFile(
      process.execPath,
      [ENTRY, ...args],
      {
        env: {
          ...compileCache(),
          DATABASE_URL: env.databaseUrl,
          RESTATE_INGRESS_URL: env.restateIngress.url,
          RESTATE_ADMIN_URL: env.restateAdmin.url,
          ...(env.restateIngress.token && { RESTATE_INGRESS_TOKEN: env.restateIngress.token }),
          ...(env.restateAdmin.token && { RESTATE_ADMIN_TOKEN: env.restateAdmin.token }),
          ORDER_OBJECT: env.orderObject,
          OPERATOR_KEY_FILE: keyFile,
        },
      },
      (_error, out, fault) => end({ code: child.exitCode ?? -1, out: `${out}${fault}` }),
    );
    child.stdin?.end();
  });
}
