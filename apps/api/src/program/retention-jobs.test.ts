import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RETENTION_MONTHS, type FileKey, type ReportId } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { closeReport } from '../feedback/feedback.store.ts';
import { forgetLooseUploads } from '../feedback/issue-uploads.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { directoryObjectStore } from '../platform/object-store.ts';
import { connectPostgres, inTransaction, takeTurn, type Db } from '../platform/postgres.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { endRetention } from './retention-jobs.ts';

const NOW = new Date('2026-11-19T12:00:00Z');
const directory = mkdtempSync(join(tmpdir(), 'jawhara-retention-'));
const files = directoryObjectStore(directory);
const lines: string[] = [];
const logger = createLogger('info', { write: (line) => void lines.push(line) });

let database: TestDatabase;
/** A connection with the program's own role, because the job needs no other rights. */
let db: Db;
beforeAll(async () => {
  database = await openDatabase();
  db = connectPostgres({ url: asProgram(database.url), connectionsMax: 5 });
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await database.close();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  lines.splice(0);
  await database.db`delete from saved_cards`;
  await database.db`delete from cards_to_forget`;
  await database.db`delete from recipient_history`;
  await database.db`delete from feedback_reports`;
  await database.db`delete from uploads`;
});

const metrics = createMetrics();
const run = (bounds = {}) =>
  endRetention(
    { db, now: () => NOW, logger, months: RETENTION_MONTHS, count: metrics.retentionEnded },
    bounds,
  );

const card = (usedAt: string) => db`
  insert into saved_cards (id, owner_device, provider, source_id, fingerprint, scheme, last4, bin, expiry, recipient_account_id,
    created_at, last_used_at, state, consent_text, consented_at)
  values (gen_random_uuid(), 'phone', 13, ${`src ${usedAt}`}, ${`print ${usedAt}`}, 'visa', '4242', '424242', '10/30', 1003,
    '2020-01-01', ${new Date(usedAt)}, 'kept', 'remember-ar-1', '2020-01-01')`;

const recipient = (payer: string, filledAt: string) => db`
  insert into recipient_history (payer, recipient_account_id, fill_times, first_fill_at, last_fill_at)
  values (${payer}, 1003, 1, '2020-01-01', ${new Date(filledAt)})`;

async function report(number: string, state: string, endedAt: string | null, fileKeys: string[] = []) {
  const ended = endedAt === null ? null : new Date(endedAt);
  await db`
    insert into feedback_reports (id, number, created_at, device, content, order_number, model, version, page_id, file_keys, state,
      answer, answered_at, answered_by, closed_at)
    values (gen_random_uuid(), ${number}, '2020-01-01', 'phone', 'text', '', 'm', '1', 'pay', ${fileKeys}, ${state},
      ${state === 'answered' ? 'yes' : null}, ${state === 'answered' ? ended : null}, ${state === 'answered' ? 'Huda' : null},
      ${state === 'closed' ? ended : null})`;
}

async function upload(key: string, purpose: string, state: string, createdAt: string) {
  await db`
    insert into uploads (key, token_digest, purpose, device, content_type, bytes, state, created_at, expires_at)
    values (${key}, ${Buffer.from(key)}, ${purpose}, 'phone', 'image/png', 4, ${state}, ${new Date(createdAt)}, ${new Date(createdAt)})`;
  const path = join(directory, 'picture');
  writeFileSync(path, 'meow');
  await files.put(key as FileKey, path, 'image/png');
}

const keyOf = (purpose: string, letter: string) => `${purpose}-${letter.repeat(40)}`;

describe('retention periods of the privacy policy', () => {
  it('[CRD-10] saved cards unused for twelve months are deleted, here and at their provider', async () => {
    await card('2025-11-19T11:59:59Z');
    await card('2025-11-19T12:00:01Z');
    expect(await run()).toMatchObject({ 'saved-cards': 1 });
    const left = await db`select source_id as source from saved_cards`;
    expect([...left]).toEqual([{ source: 'src 2025-11-19T12:00:01Z' }]);
    expect([...(await db`select source_id as source, why from cards_to_forget`)]).toEqual([
      { source: 'src 2025-11-19T11:59:59Z', why: 'unused' },
    ]);
  });

  it('recipients not recharged for twelve months are deleted from the lists of devices and accounts', async () => {
    await recipient('device:a', '2025-11-01T00:00:00Z');
    await recipient('account:7', '2025-11-01T00:00:00Z');
    await recipient('device:b', '2026-11-01T00:00:00Z');
    expect(await run()).toMatchObject({ recipients: 2 });
    expect([...(await db`select payer from recipient_history`)]).toEqual([{ payer: 'device:b' }]);
  });

  it('feedback reports are deleted with their files 24 months after their answer or closing, and open ones stay', async () => {
    const [old, young] = [keyOf('feedback', 'a'), keyOf('feedback', 'b')];
    await upload(old, 'feedback', 'attached', '2024-01-01T00:00:00Z');
    await upload(young, 'feedback', 'attached', '2024-01-01T00:00:00Z');
    await report('ANSWERED', 'answered', '2024-11-19T11:00:00Z', [old]);
    await report('CLOSED', 'closed', '2024-11-19T11:00:00Z');
    await report('CLOSED BEFORE', 'closed', null);
    await report('YOUNG', 'answered', '2024-11-20T00:00:00Z', [young]);
    await report('OPEN', 'open', null);
    expect(await run()).toMatchObject({ reports: 3 });
    const left = await db<{ number: string }[]>`select number from feedback_reports order by number`;
    expect(left.map(({ number }) => number)).toEqual(['OPEN', 'YOUNG']);
    await forgetLooseUploads({ db, now: () => NOW, files });
    expect([...(await db`select key from uploads`)]).toEqual([{ key: young }]);
    expect(await files.get(old as FileKey)).toBeNull();
    (await files.get(young as FileKey))?.stream.destroy();
  });

  it('the 24 months of a report count from the day it was closed', async () => {
    await report('CLOSED NOW', 'open', null);
    const [row] = await db<{ id: ReportId }[]>`select id from feedback_reports`;
    if (row === undefined) throw new Error('no report');
    await inTransaction(db, (tx) => closeReport(tx, row.id, NOW));
    expect(await run()).toMatchObject({ reports: 0 });
  });

  it('proof files are deleted after six months, with their content', async () => {
    const [old, young] = [keyOf('audit', 'a'), keyOf('audit', 'b')];
    await upload(old, 'audit', 'stored', '2026-05-19T11:00:00Z');
    await upload(young, 'audit', 'stored', '2026-05-20T00:00:00Z');
    expect(await run()).toMatchObject({ proofs: 1 });
    await forgetLooseUploads({ db, now: () => NOW, files });
    expect([...(await db`select key from uploads`)]).toEqual([{ key: young }]);
    expect(await files.get(old as FileKey)).toBeNull();
  });
});

describe('a deletion run', () => {
  it('a deletion run stops after a limited number of rows, and the next run deletes the rest', async () => {
    for (let n = 0; n < 7; n += 1) await recipient(`device:${n}`, '2020-02-01T00:00:00Z');
    expect(await run({ batchMax: 2, batchesMax: 2 })).toMatchObject({ recipients: 4 });
    expect(await run({ batchMax: 2, batchesMax: 2 })).toMatchObject({ recipients: 3 });
    expect(await run()).toMatchObject({ recipients: 0 });
  });

  it('a deletion run does nothing while another process runs one, and reports its own deletions in metric and log', async () => {
    await recipient('device:a', '2020-02-01T00:00:00Z');
    await inTransaction(db, async (tx) => {
      expect(await takeTurn(tx, 'retention')).toBe(true);
      expect(await run()).toMatchObject({ recipients: 0 });
    });
    expect(lines).toEqual([]);
    expect(await run()).toMatchObject({ recipients: 1 });
    expect(lines.join()).toContain('"recipients":1');
    expect(await metrics.text()).toMatch(/^jawhara_retention_deleted_total\{what="recipients"\} \d+$/m);
  });
});
