import { execFile, execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBin, postgresHome, postgresUser } from '../stack/private-postgres.ts';
import { HOST } from '../stack/ports.ts';
import { REPOSITORY } from '../stack/repository.ts';

const WITHIN_MS = 10 * 60_000;

/** The scripts of deploy/backup, installed where the database's user can read them, with a directory of backups. */
export interface Backups {
  /** The value of archive_command. */
  readonly archiveCommand: string;
  /** Runs a script as the database's user. */
  run(script: string, ...args: readonly string[]): Promise<string>;
  remove(): void;
}

export function installBackups(wanted: string, port: number): Backups {
  const home = postgresHome(wanted);
  const user = postgresUser();
  const scripts = join(home, 'scripts');
  const backups = join(home, 'backups');
  cpSync(join(REPOSITORY, 'deploy/backup'), scripts, { recursive: true });
  mkdirSync(backups);
  if (user !== undefined)
    for (const path of [scripts, backups, ...readdirSync(scripts).map((name) => join(scripts, name))])
      chownSync(path, user.uid, user.gid);
  const env = {
    PATH: process.env['PATH'] ?? '',
    LC_ALL: 'C',
    BACKUP_DIR: backups,
    PG_BIN: findPostgresBin(),
    PGHOST: HOST,
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  return {
    archiveCommand: `BACKUP_DIR=${backups} ${scripts}/archive-wal %p %f`,
    run: (script, ...args) =>
      new Promise((done, failed) => {
        execFile(
          join(scripts, script),
          args,
          { env, cwd: home, timeout: WITHIN_MS, ...user },
          (fault, out, errors) =>
            fault === null
              ? done(out.trim())
              : failed(new Error(`${script}: ${errors.trim() || fault.message}`)),
        );
      }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Saves the engine's log as an operator does, from the checkout. */
export function saveEngineLog(file: string, adminUrl: string): string {
  return execFileSync(join(REPOSITORY, 'deploy/backup/save-engine-log'), [file], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', RESTATE_ADMIN_URL: adminUrl },
  }).trim();
}
