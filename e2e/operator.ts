import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEVELOPMENT_KEY_FILE } from '../tools/stack/development-operator.ts';
import { asProgram } from '../tools/stack/postgres-login.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { shop } from './addresses.ts';

/** Runs a command of the operator's command line. Only for commands that need nothing but the database. */
export async function operator(...words: readonly string[]): Promise<string> {
  const nowhere = 'http://127.0.0.1:1';
  const env = {
    DATABASE_URL: asProgram(shop().databaseUrl),
    RESTATE_INGRESS_URL: nowhere,
    RESTATE_ADMIN_URL: nowhere,
    OPERATOR_KEY_FILE: DEVELOPMENT_KEY_FILE,
  };
  const run = promisify(execFile);
  const { stdout } = await run(
    process.execPath,
    [join(REPOSITORY, 'apps/api/src/program/ops.ts'), ...words],
    {
      env,
    },
  );
  return stdout;
}
