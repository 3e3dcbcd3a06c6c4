import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInWithTicket } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bannedAccount, fineOf } from '../../test/fine-payer.ts';
import { deskOf, lastAction, refusesWith } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import type { OperatorContext } from '../operator-context.ts';
import { readRows } from '../read-rows.ts';
import { isRefused } from '../refusals.ts';
import { listAlerts, resolveAlert } from '../alerts/alert.verbs.ts';
import { banAccount, correctBanCount, issueTicket, unbanAccount } from './account.verbs.ts';
import { importAccounts } from './import-accounts.ts';

let shop: Shop;
let desk: OperatorContext;
let directory: string;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf(shop);
  directory = await mkdtemp(join(tmpdir(), 'jawhara-ops-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await shop.close();
});

async function file(
  name: string,
  text: string,
): Promise<{ name: string; rows: ReturnType<typeof readRows> }> {
  const path = join(directory, name);
  await writeFile(path, text);
  return { name: path, rows: readRows(path) };
}

describe('accounts', () => {
  const statusOf = async (displayId: string): Promise<unknown> =>
    (await shop.db`select status from accounts where display_id = ${displayId}`)[0]?.['status'];

  it('an operator bans an account, no fine can lift this ban, and an operator lifts the ban without a fine', async () => {
    const ban = { displayId: '6127733', isPermanent: false, until: null };
    expect(await banAccount(desk, signed(), ban)).toMatchObject({
      kind: 'done',
      action: { subject: 'account:6127733', before: { status: 'normal' }, after: { ban: 'other' } },
    });
    expect(await statusOf('6127733')).toBe('banned');
    expect((await fineOf(shop.visitor(), '6127733')).standing.kind).toBe('none');
    await refusesWith(shop, 'banned-already', () => banAccount(desk, signed(), ban));
    expect(await unbanAccount(desk, signed('huda', 'it was a mistake'), '6127733')).toMatchObject({
      kind: 'done',
      action: { before: { bans: ['other'] }, after: { status: 'normal', bans: [] } },
    });
    expect(await statusOf('6127733')).toBe('normal');
    const [row] =
      await shop.db`select lifted_by from bans join accounts a on a.id = account_id where display_id = '6127733'`;
    expect(row).toEqual({ lifted_by: 'person:huda' });
    await refusesWith(shop, 'not-banned', () => unbanAccount(desk, signed(), '6127733'));
  });

  it('an operator bans an account until a future day or permanently; any other date is refused', async () => {
    const ban = (until: string | null, isPermanent = false) =>
      banAccount(desk, signed(), { displayId: '8841206', isPermanent, until });
    for (const wrong of ['2020-01-01', '31.12.2099', 'tomorrow', '2099-02-31'])
      await refusesWith(shop, 'date-unreadable', () => ban(wrong));
    await refusesWith(shop, 'date-unreadable', () => ban('2099-12-31', true));
    expect(await ban('2099-12-31')).toMatchObject({
      action: { after: { until: '2099-12-31T23:59:59.000Z' } },
    });
    await unbanAccount(desk, signed(), '8841206');
    expect(await ban(null, true)).toMatchObject({ action: { after: { ban: 'permanent' } } });
    expect((await fineOf(shop.visitor(), '8841206')).standing.kind).toBe('permanent');
    await unbanAccount(desk, signed(), '8841206');
    await refusesWith(shop, 'account-closed', () =>
      banAccount(desk, signed(), { displayId: '7719043', isPermanent: false, until: null }),
    );
    await refusesWith(shop, 'no-such-account', () =>
      banAccount(desk, signed(), { displayId: '1', isPermanent: false, until: null }),
    );
  });

  it('[FIN-02] a corrected ban count changes the amount of the fine', async () => {
    const { displayId } = await bannedAccount(shop.db, { count: 3 });
    const fine = async () => (await fineOf(shop.visitor(), displayId)).standing;
    const count = (to: number) => correctBanCount(desk, signed(), { displayId, count: to });
    const before = await fine();
    expect(await count(1)).toMatchObject({
      action: { before: { refundBanCount: 3 }, after: { refundBanCount: 1 } },
    });
    expect(await fine()).toMatchObject({ refundBanCount: 1 });
    expect(await count(0)).toMatchObject({ action: { after: { refundBanCount: 0 } } });
    expect(await fine()).not.toEqual(before);
    expect(await count(5)).toMatchObject({
      action: { before: { refundBanCount: 0 }, after: { refundBanCount: 5 } },
    });
    for (const wrong of [-1, 1.5, Number.NaN, 101])
      await refusesWith(shop, 'count-unreadable', () => count(wrong));
    await refusesWith(shop, 'never-banned', () =>
      correctBanCount(desk, signed(), { displayId: '900700', count: 1 }),
    );
  });

  it('a login ticket issued by an operator opens one session, and the text of the ticket is in no record', async () => {
    const issued = await issueTicket(desk, signed(), '900700');
    if (isRefused(issued)) throw new Error(issued.because);
    const visitor = shop.visitor();
    expect((await visitor.call(logInWithTicket, { ticket: issued.ticket })).value).not.toBeNull();
    expect((await visitor.call(logInWithTicket, { ticket: issued.ticket })).value).toBeNull();
    expect(JSON.stringify(await lastAction(shop))).not.toContain(issued.ticket);
    expect(await lastAction(shop)).toMatchObject({
      verb: 'accounts ticket',
      subject: 'account:900700',
      after: { signsInAs: '900700' },
    });
    await refusesWith(shop, 'no-such-account', () => issueTicket(desk, signed(), '1'));
  });

  it('the alert about an issued login ticket cannot be closed by the operator who issued it', async () => {
    const issued = await issueTicket(desk, signed('huda'), '900700');
    const alert = isRefused(issued) ? '' : String(issued.action.after['alert']);
    expect((await listAlerts(desk)).find(({ id }) => id === alert)).toMatchObject({
      kind: 'ticket-issued',
      subject: `ticket:${alert}`,
    });
    await refusesWith(shop, 'own-ticket', () => resolveAlert(desk, signed('huda'), alert));
    expect(await resolveAlert(desk, signed('salma', 'a test of the login'), alert)).toMatchObject({
      kind: 'done',
    });
    await refusesWith(shop, 'role-missing', () => issueTicket(desk, signed('salma'), '900700'));
  });

  it('an operator imports accounts from CSV or JSON lines; importing a file again changes nothing and ends no ban', async () => {
    await banAccount(desk, signed(), { displayId: '900700', isPermanent: false, until: null });
    const csv =
      '\uFEFFid,display_id,nickname,icon_url,status,is_guest,source\r\n' +
      '7001,700001,"سارة, ""الأولى""",https://cdn.example/a.png,normal,false,social\r\n' +
      '\r\n' +
      '7002,700002,Guest,,,1,ludo\r\n' +
      '1006,900700,Sami renamed,,normal,0,social\r\n' +
      '7002,700002,Guest again,,,true,ludo\r\n';
    expect(await importAccounts(desk, signed(), await file('a.csv', csv))).toMatchObject({
      kind: 'done',
      action: { verb: 'accounts import', after: { read: 3, fresh: 2, changed: 1 } },
    });
    expect(await importAccounts(desk, signed(), await file('a.csv', csv))).toMatchObject({
      action: { after: { read: 3, fresh: 0, changed: 0 } },
    });
    const rows = await shop.db`
      select id, nickname, icon_url, status, is_guest, source from accounts where id in (7001, 7002, 1006) order by id`;
    expect([...rows]).toEqual([
      {
        id: 1006,
        nickname: 'Sami renamed',
        icon_url: null,
        status: 'banned',
        is_guest: false,
        source: 'social',
      },
      {
        id: 7001,
        nickname: 'سارة, "الأولى"',
        icon_url: 'https://cdn.example/a.png',
        status: 'normal',
        is_guest: false,
        source: 'social',
      },
      { id: 7002, nickname: 'Guest again', icon_url: null, status: 'normal', is_guest: true, source: 'ludo' },
    ]);
    await unbanAccount(desk, signed(), '900700');
    const lines =
      '{"id":7003,"display_id":"700003","nickname":"x","is_guest":true}\n\n{"id":7001,"display_id":"700001","nickname":"y"}\n';
    expect(await importAccounts(desk, signed(), await file('a.jsonl', lines))).toMatchObject({
      action: { after: { read: 2, fresh: 1, changed: 1 } },
    });
  });

  it.each([
    ['no id', 'a.csv', 'id,display_id,nickname\n1,700009,x\n,700010,y\n', 'line 3: wrong or missing: id'],
    ['too few cells', 'a.csv', 'id,display_id,nickname\n1,2\n', 'line 2: 2 cells'],
    ['an open quote', 'a.csv', 'id,display_id,nickname\n1,700009,"x\n', 'line 2: a quote is not closed'],
    [
      'an unknown column',
      'a.csv',
      'id,display_id,nickname,phone\n1,700009,x,1\n',
      'line 2: wrong or missing: phone',
    ],
    ['a display id with letters', 'a.jsonl', '{"id":1,"display_id":"70a009","nickname":"x"}\n', 'display_id'],
    [
      'an unknown status',
      'a.jsonl',
      '{"id":1,"display_id":"700009","nickname":"x","status":"gone"}',
      'status',
    ],
    ['a line that is not JSON', 'a.jsonl', '{"id":\n', 'line 1: no JSON'],
    ['a taken display id', 'a.jsonl', '{"id":9001,"display_id":"5048213","nickname":"x"}', 'one display id'],
  ])(
    'an account file with %s is refused, and no account of it is imported',
    async (_what, name, text, detail) => {
      const count = async () => (await shop.db`select count(*)::int as n from accounts`)[0]?.['n'];
      const before = await count();
      const importFile = await file(name, text);
      let why = '';
      await refusesWith(shop, 'file-wrong', async () => {
        const no = await importAccounts(desk, signed(), importFile);
        why = isRefused(no) ? (no.detail ?? '') : '';
        return no;
      });
      expect(why).toContain(detail);
      expect(await count()).toBe(before);
    },
  );

  it('an account file that does not exist is refused as unreadable', async () => {
    const name = join(directory, 'nowhere.csv');
    await refusesWith(shop, 'file-unreadable', () =>
      importAccounts(desk, signed(), { name, rows: readRows(name) }),
    );
  });

  it('importing a long account file needs no more memory than a fixed limit, however long the file is', async () => {
    async function* rows(count: number) {
      for (let line = 1; line <= count; line += 1)
        yield {
          line,
          values: { id: 100_000 + line, display_id: String(3_000_000 + line), nickname: `n${line}` },
        };
    }
    const peak = async (count: number): Promise<number> => {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      let most = 0;
      const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 5);
      await importAccounts(desk, signed(), { name: 'long', rows: rows(count) });
      clearInterval(timer);
      return most;
    };
    await peak(5_000);
    expect((await peak(30_000)) / 1e6).toBeLessThan(150);
    expect((await shop.db`select count(*)::int as n from accounts where id > 100000`)[0]).toEqual({
      n: 30_000,
    });
  });
});

it('an account’s display id is accepted in Arabic digits', async () => {
  const id = '٣٣١٠٤٥٧';
  expect(await issueTicket(desk, signed(), id)).toMatchObject({
    kind: 'done',
    action: { subject: 'account:3310457' },
  });
});
