import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../../tools/stack/postgres-login.ts';
import { connectPostgres, type Db } from '../../platform/postgres.ts';
import { signed } from '../../test/signed.ts';
import { openDatabase, type TestDatabase } from '../../test/test-database.ts';
import { inUseOf, testKey, testOperatorId } from '../../test/test-operators.ts';
import { act } from '../act.ts';
import { fingerprintText, newSecret, operatorKeyOf } from '../identity/operator-key.ts';
import { certificateText, recordText, signable } from '../identity/signed-text.ts';
import { signOffOf } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { lastSignedAction, type SignedAction } from '../operator-action.store.ts';
import { endOperator } from '../operators/operator.verbs.ts';
import { verifyAudit, type AuditQuestion, type AuditReport } from './verify-audit.ts';

const ADDED_AT_FIRST = 4;
const DONE = 6;

let base: TestDatabase;
let program: Db;
let desk: OperatorContext;
beforeEach(async () => {
  base = await openDatabase();
  program = connectPostgres({ url: asProgram(base.url), connectionsMax: 2 });
  const orders = { db: program, now: () => new Date(), newId: () => randomUUID() };
  desk = { orders, operators: { roots: [] } } as unknown as OperatorContext;
  for (let nth = 1; nth <= DONE; nth += 1) await perform(nth);
});
afterEach(async () => {
  await program.end({ timeout: 2 });
  await base.close();
});

const perform = (nth: number, signOff = signed(nth % 2 ? 'huda' : 'noura')) =>
  act(desk, signOff, 'accounts ban', async () => ({
    subject: `account:${nth}`,
    before: { z: 'جوهرة', gems: 1.5, list: ['b', 'a'] },
    after: { until: null, isBanned: true, n: nth },
  }));

const verify = (question: Partial<AuditQuestion> = {}, context = desk): Promise<AuditReport> =>
  verifyAudit(context, { noted: null, signedSince: null, ...question });

const faultsOf = ({ faults }: AuditReport): string[] =>
  faults.map(({ finding, about }) => `${finding} ${about}`);

/** Works as the owner of the database, who can switch off the triggers that protect the records. */
async function asOwner(work: (db: Db) => Promise<unknown>): Promise<void> {
  const tables = ['operators', 'operator_actions'];
  for (const name of tables) await base.db.unsafe(`alter table ${name} disable trigger user`);
  await work(base.db);
  for (const name of tables) await base.db.unsafe(`alter table ${name} enable trigger user`);
}

/** Appends a copy of the last record as the next one in the chain, with the given fields forged. */
async function appendForged(forge: (last: SignedAction) => Promise<Partial<SignedAction>>): Promise<void> {
  const last = await lastSignedAction(base.db);
  if (last === null) throw new Error('no record to copy');
  const row = {
    ...last,
    id: randomUUID(),
    nonce: randomUUID(),
    sequence: last.sequence + 1,
    ...(await forge(last)),
  };
  await program`
    insert into operator_actions (id, at, done_by, why, verb, subject, before, after, key_fingerprint, nonce, request,
      request_signature, sequence, previous_digest, record_signature)
    values (${row.id}, ${row.at}, ${row.by}, ${row.why}, ${row.verb}, ${row.subject}, ${program.json(row.before)},
      ${program.json(row.after)}, ${row.keyFingerprint}, ${row.nonce}, ${row.request}, ${row.requestSignature},
      ${row.sequence}, ${row.previousDigest}, ${row.recordSignature})`;
}

it('the audit finds no fault in an unchanged record of operators’ actions, and returns its newest entry', async () => {
  const report = await verify();
  expect(report).toMatchObject({ held: ADDED_AT_FIRST + DONE, beforeKeys: 0, faults: [] });
  expect(report.head?.sequence).toBe(ADDED_AT_FIRST + DONE);
  expect(report.roots).toEqual([fingerprintText(testKey('noura').fingerprint)]);
});

describe('changes by the owner of the database', () => {
  it.each([
    ['done_by', "'omar'"],
    ['why', "'another reason'"],
    ['verb', "'accounts unban'"],
    ['subject', "'account:99'"],
    ['before', `'{"z": "x"}'`],
    ['after', `after || '{"n": 99}'`],
    ['at', "at + interval '1 hour'"],
    ['id', 'gen_random_uuid()'],
    ['nonce', 'gen_random_uuid()'],
    ['request', "replace(request, 'null', 'true')"],
    ['request_signature', "decode(repeat('00', 64), 'hex')"],
    ['record_signature', "decode(repeat('00', 64), 'hex')"],
    ['previous_digest', "decode(repeat('00', 32), 'hex')"],
    ['key_fingerprint', "(select fingerprint from operators where name = 'omar')"],
  ])(
    'the audit finds a change of the column %s in the record of operators’ actions, and names the entry',
    async (column, value) => {
      await asOwner((db) => db.unsafe(`update operator_actions set ${column} = ${value} where sequence = 7`));
      const report = await verify();
      expect(faultsOf(report)).toContain('altered record 7');
      expect(report.faults.every(({ about }) => ['record 7', 'record 8'].includes(about))).toBe(true);
    },
  );

  it('the audit finds an entry removed from the record of operators’ actions, also when the others are renumbered', async () => {
    await asOwner((db) => db`delete from operator_actions where sequence = 6`);
    expect(faultsOf(await verify())).toEqual(['missing record 7']);
    await asOwner((db) => db`update operator_actions set sequence = sequence - 1 where sequence > 6`);
    expect(faultsOf(await verify())).toContain('altered record 6');
  });

  it('the audit finds that the newest entries were deleted if the newest entry was noted before', async () => {
    const { head } = await verify();
    expect(head).not.toBeNull();
    expect(faultsOf(await verify({ noted: head }))).toEqual([]);
    await asOwner((db) => db`delete from operator_actions where sequence >= 9`);
    expect(faultsOf(await verify())).toEqual([]);
    expect(faultsOf(await verify({ noted: head }))).toEqual(['head-missing record 10']);
    await perform(1);
    await perform(2);
    expect(faultsOf(await verify({ noted: head }))).toEqual(['head-differs record 10']);
  });

  it('an ended operator who is made active again in the database is reported by the audit', async () => {
    await endOperator(desk, signed(), 'omar');
    await asOwner((db) => db`update operators set ended_at = null, ended_by = null where name = 'omar'`);
    expect(faultsOf(await verify())).toEqual(['revived omar']);
  });

  it('an operator whose role is raised in the database is refused every command, and the audit names their earlier actions', async () => {
    const ask = () =>
      act(desk, signed('salma'), 'order ask', async () => ({ subject: 'order:1', before: {}, after: {} }));
    expect(await ask()).toMatchObject({ kind: 'done' });
    await asOwner((db) => db`update operators set role = 'admin' where name = 'salma'`);
    expect(await ask()).toMatchObject({ because: 'operator-not-certified' });
    expect(faultsOf(await verify())).toEqual(['not-certified record 11']);
  });
});

describe('changes by somebody with the database address but without an operator key', () => {
  it('the audit reports a record written in another operator’s name without that operator’s key', async () => {
    await appendForged(async (last) => ({ subject: 'account:1', previousDigest: last.previousDigest }));
    const faults = faultsOf(await verify());
    expect(faults).toContain('altered record 11');
    expect(faults).toContain('unlinked record 11');
  });

  it('an operator inserted in the database with a key of their own is refused, and the audit reports their actions', async () => {
    const key = operatorKeyOf(newSecret());
    const facts = {
      id: randomUUID(),
      name: 'intruder',
      role: 'admin',
      publicKey: key.publicKey,
      addedAt: new Date(),
    } as const;
    const certify = (addedBy: string | null) =>
      key.sign(signable('certificate', certificateText({ ...facts, addedBy })));
    const insert = (addedBy: string | null) => program`
      insert into operators (id, name, role, public_key, added_at, added_by, certificate)
      values (${facts.id}, ${facts.name}, 'admin', ${key.publicKey}, ${facts.addedAt}, ${addedBy}, ${certify(addedBy)})`;
    await insert(testOperatorId('noura'));
    const signOff = signOffOf(facts, { ...inUseOf('huda'), key }, { why: 'mine', input: null });
    await appendForged(async (last) => {
      const request = signOff.request('accounts ban');
      const action = { ...last, id: randomUUID(), by: 'intruder', why: 'mine' };
      const link = {
        sequence: last.sequence + 1,
        previousDigest: last.previousDigest,
        request: request.text,
      };
      return {
        ...action,
        ...link,
        keyFingerprint: key.fingerprint,
        nonce: (JSON.parse(request.text) as { nonce: string }).nonce,
        requestSignature: request.signature,
        recordSignature: signOff.seal(recordText(action, link)),
      };
    });
    expect(faultsOf(await verify())).toContain('not-certified record 11');
  });

  it('the audit reports a second self-signed operator; if root keys are configured, that operator is not trusted', async () => {
    const key = operatorKeyOf(newSecret());
    const facts = {
      id: randomUUID(),
      name: 'other root',
      role: 'admin',
      publicKey: key.publicKey,
      addedAt: new Date(),
      addedBy: null,
    } as const;
    await program`
      insert into operators (id, name, role, public_key, added_at, added_by, certificate)
      values (${facts.id}, ${facts.name}, 'admin', ${key.publicKey}, ${facts.addedAt}, null,
        ${key.sign(signable('certificate', certificateText(facts)))})`;
    const signOff = signOffOf(facts, { ...inUseOf('huda'), key }, { why: 'mine', input: null });
    await perform(1, signOff);
    expect(faultsOf(await verify())).toEqual(['not-added record 11', 'several-roots noura, other root']);
    const pinned = { ...desk, operators: { roots: [fingerprintText(testKey('noura').fingerprint)] } };
    expect(faultsOf(await verify({}, pinned))).toEqual(['not-certified record 11']);
  });

  it('the audit reports an action signed with the key of an operator who was ended', async () => {
    await endOperator(desk, signed(), 'omar');
    const stolen = signed('omar', 'late');
    await appendForged(async (last) => {
      const request = stolen.request('accounts ban');
      const action = { ...last, id: randomUUID(), by: 'omar', why: 'late', verb: 'accounts ban' };
      const link = {
        sequence: last.sequence + 1,
        previousDigest: last.previousDigest,
        request: request.text,
      };
      return {
        ...action,
        ...link,
        keyFingerprint: testKey('omar').fingerprint,
        nonce: (JSON.parse(request.text) as { nonce: string }).nonce,
        requestSignature: request.signature,
        recordSignature: stolen.seal(recordText(action, link)),
      };
    });
    expect(faultsOf(await verify())).toContain('ended record 12');
  });
});

describe('a build of the program from before operator keys', () => {
  const insertAsBefore = (at: Date) => program`
    insert into operator_actions (id, at, done_by, why, verb, subject, before, after)
    values (gen_random_uuid(), ${at}, 'huda', 'during a release', 'alerts resolve', 'alert:1', '{}', '{}')`;

  it('entries that an older build wrote without a key are reported as unsigned, not as forged', async () => {
    await insertAsBefore(new Date());
    await perform(1);
    const report = await verify();
    expect(report.faults.map(({ finding }) => finding)).toEqual(['unsigned']);
    expect(report.faults[0]?.action).toMatchObject({ by: 'huda', verb: 'alerts resolve' });
    expect(report.held).toBe(ADDED_AT_FIRST + DONE + 1);
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await verify({ signedSince: tomorrow })).toMatchObject({ faults: [], beforeKeys: 1 });
  });

  it('entries from before the first operator key are counted and are no fault', async () => {
    await insertAsBefore(new Date('2026-01-01'));
    expect(await verify()).toMatchObject({ beforeKeys: 1, faults: [] });
  });
});
