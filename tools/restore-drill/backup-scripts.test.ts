import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';

const SEGMENTS = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000'];
const [FIRST = '', SECOND = '', THIRD = ''] = SEGMENTS;
const HOUR_S = 3_600;

let dir: string;
let bin: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'jawhara-backup-'));
  // PostgreSQL's own program checks a backup, which the drill runs; here a stub reports every backup as intact.
  bin = join(dir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'pg_verifybackup'), '#!/bin/sh\nexit 0\n');
  chmodSync(join(bin, 'pg_verifybackup'), 0o755);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function run(script: string, ...args: readonly string[]): { readonly code: number; readonly text: string } {
  try {
    const text = execFileSync(join(REPOSITORY, 'deploy/backup', script), args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', BACKUP_DIR: dir, PG_BIN: bin },
    });
    return { code: 0, text };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { code: status, text: stderr };
  }
}

function archive(name: string, content: string): { readonly code: number; readonly text: string } {
  const from = join(dir, 'segment');
  writeFileSync(from, content);
  return run('archive-wal', from, name);
}

function addCopy(ageHours = 1): string {
  const copy = join(dir, 'base', '20261114T013000Z');
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, 'backup_label'), `START WAL LOCATION: 0/FE000028 (file ${FIRST})\n`);
  writeFileSync(join(copy, 'backup_manifest'), '{}');
  const at = Date.now() / 1000 - ageHours * HOUR_S;
  utimesSync(copy, at, at);
  utimesSync(join(copy, 'backup_manifest'), at, at);
  return copy;
}

describe('the archive of WAL', () => {
  it('the WAL archive accepts the same segment twice, and refuses other content under its name', () => {
    expect(archive(FIRST, 'one').code).toBe(0);
    expect(archive(FIRST, 'one').code).toBe(0);
    expect(archive(FIRST, 'two')).toMatchObject({
      code: 1,
      text: expect.stringContaining('another content'),
    });
    expect(readFileSync(join(dir, 'wal', FIRST), 'utf8')).toBe('one');
  });

  it('the WAL archive returns a stored segment, and fails for a missing one', () => {
    archive(FIRST, 'one');
    const to = join(dir, 'fetched');
    expect(run('fetch-wal', FIRST, to).code).toBe(0);
    expect(readFileSync(to, 'utf8')).toBe('one');
    expect(run('fetch-wal', SECOND, to).code).toBe(1);
  });
});

describe('the check of the backups', () => {
  it('the backup check accepts consecutive WAL segments, also where the segment number rolls over to the next log number', () => {
    addCopy();
    for (const name of SEGMENTS) archive(name, name);
    expect(run('check-backup')).toEqual({
      code: 0,
      text: 'check-backup: whole, 3 segments after the newest copy\n',
    });
  });

  it('the backup check reports a gap, a missing first segment, an old or missing base backup, and an archive without new segments', () => {
    expect(run('check-backup').text).toContain('no copy');
    addCopy();
    archive(FIRST, FIRST);
    archive(THIRD, THIRD);
    expect(run('check-backup')).toMatchObject({
      code: 1,
      text: expect.stringContaining(`a hole before ${THIRD}`),
    });
    rmSync(join(dir, 'wal', FIRST));
    expect(run('check-backup')).toMatchObject({ code: 1, text: expect.stringContaining('begins with') });
    archive(FIRST, FIRST);
    archive(SECOND, SECOND);
    addCopy(27);
    expect(run('check-backup')).toMatchObject({ code: 1, text: expect.stringContaining('is old') });
    addCopy();
    const at = Date.now() / 1000 - HOUR_S;
    for (const name of SEGMENTS) utimesSync(join(dir, 'wal', name), at, at);
    expect(run('check-backup')).toMatchObject({ code: 1, text: expect.stringContaining('nothing archived') });
  });
});

describe('a restore', () => {
  it('a restore refuses a directory that is not empty, and a time before the oldest backup', () => {
    addCopy();
    const data = join(dir, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'PG_VERSION'), '15');
    expect(run('restore', data)).toMatchObject({ code: 1, text: expect.stringContaining('not empty') });
    const before = new Date(Date.now() - 2 * HOUR_S * 1_000).toISOString();
    expect(run('restore', join(dir, 'fresh'), before)).toMatchObject({
      code: 1,
      text: expect.stringContaining('no copy'),
    });
    const after = new Date(Date.now() - (HOUR_S * 1_000) / 2).toISOString();
    expect(run('restore', join(dir, 'fresh'), after).code).toBe(0);
    expect(existsSync(join(dir, 'fresh/recovery.signal'))).toBe(true);
    expect(readFileSync(join(dir, 'fresh/postgresql.auto.conf'), 'utf8')).toMatch(
      /recovery_target_time = '\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00'/,
    );
  });
});
