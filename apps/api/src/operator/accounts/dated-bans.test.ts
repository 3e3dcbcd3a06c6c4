import { findRecipient, readFine } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { endDatedBans } from '../../penalties/end-dated-bans.ts';
import { bannedAccount } from '../../test/fine-payer.ts';
import { deskOf, soon } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { startWorkerJobs } from '../../program/worker-jobs.ts';
import { banAccount } from './account.verbs.ts';
import { importAccounts } from './import-accounts.ts';

const DAY_MS = 24 * 3_600_000;
const logger = createLogger('silent');
let aheadMs = 0;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(Date.now() + aheadMs) });
});
beforeEach(async () => {
  aheadMs = 0;
  await endBans();
});
afterAll(() => shop.close());

const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const refusalOf = async (displayId: DisplayId) =>
  (await shop.visitor().call(findRecipient, { displayId })).refusal;
const ban = (displayId: DisplayId, until: string) =>
  banAccount(deskOf(shop), signed(), { displayId, isPermanent: false, until });
const endBans = () => endDatedBans({ db: shop.db, now: shop.app.context.now, logger });

async function rowsOf(displayId: DisplayId) {
  const rows = await shop.db<
    { status: string; until: Date | null; liftedAt: Date | null; liftedBy: string | null }[]
  >`
    select a.status, b.until, b.lifted_at as "liftedAt", b.lifted_by as "liftedBy"
    from accounts a join bans b on b.account_id = a.id where a.display_id = ${displayId} order by b.since`;
  return [...rows];
}

async function importAs(displayId: DisplayId, status: string): Promise<void> {
  const [row] = await shop.db<{ id: number; nickname: string }[]>`
    select id, nickname from accounts where display_id = ${displayId}`;
  async function* rows() {
    yield {
      line: 1,
      values: { id: String(row?.id), display_id: displayId, nickname: row?.nickname ?? '', status },
    };
  }
  expect(await importAccounts(deskOf(shop), signed(), { name: 'accounts.csv', rows: rows() })).toMatchObject({
    kind: 'done',
  });
}

describe('[FIN-03] a ban until a day', () => {
  it('a dated ban is ended by the worker when its day comes, and the account is normal again', async () => {
    const displayId = '5048213' as DisplayId;
    expect(await ban(displayId, dayIn(2))).toMatchObject({ kind: 'done' });
    expect(await refusalOf(displayId)).toBe('banned');
    aheadMs = 30 * DAY_MS;
    const jobs = startWorkerJobs({ env: shop.env, app: shop.app, logger });
    await soon(async () => expect(await refusalOf(displayId)).toBeNull());
    await jobs.stop();
    const [row] = await rowsOf(displayId);
    expect(row).toMatchObject({ status: 'normal', liftedBy: `date:${row?.until?.toISOString()}` });
    expect(row?.liftedAt).toEqual(row?.until);
  });

  it('a dated ban no longer applies once its day has passed, even before the worker has ended it', async () => {
    const { displayId } = await bannedAccount(shop.db, {
      kind: 'other',
      until: new Date(Date.now() - 1_000),
    });
    expect(await refusalOf(displayId)).toBeNull();
    expect((await shop.visitor().call(readFine, { displayId })).value?.standing).toEqual({
      kind: 'none',
      until: null,
    });
  });

  it('an account with a dated and a permanent ban stays banned when the dated ban ends', async () => {
    const { id, displayId } = await bannedAccount(shop.db, {
      kind: 'other',
      until: new Date(Date.now() - 1_000),
    });
    await shop.db`insert into bans (account_id, kind, since) values (${id}, 'permanent', now())`;
    expect(await refusalOf(displayId)).toBe('banned');
    expect(await endBans()).toBe(1);
    expect(await rowsOf(displayId)).toMatchObject([{ status: 'banned' }, { liftedBy: null }]);
  });

  it('a second ban is refused while a dated ban applies; after the dated ban has ended, the account can be banned again', async () => {
    const { id, displayId } = await bannedAccount(shop.db, {
      kind: 'other',
      until: new Date(Date.now() + DAY_MS),
    });
    expect(await ban(displayId, dayIn(9))).toMatchObject({ kind: 'refused', because: 'banned-already' });
    expect(await rowsOf(displayId)).toHaveLength(1);
    await shop.db`update bans set until = now() - interval '1 second' where account_id = ${id}`;
    expect(await ban(displayId, dayIn(9))).toMatchObject({ kind: 'done' });
    expect(await refusalOf(displayId)).toBe('banned');
    expect(await endBans()).toBe(1);
    expect(await refusalOf(displayId)).toBe('banned');
    aheadMs = 11 * DAY_MS;
    expect(await endBans()).toBe(1);
    expect(await refusalOf(displayId)).toBeNull();
  });

  it('an import of accounts neither ends nor prolongs a dated ban', async () => {
    const { id, displayId } = await bannedAccount(shop.db, {
      kind: 'other',
      until: new Date(Date.now() + DAY_MS),
    });
    await importAs(displayId, 'normal');
    expect(await refusalOf(displayId)).toBe('banned');
    await shop.db`update bans set until = now() - interval '1 second' where account_id = ${id}`;
    await importAs(displayId, 'normal');
    expect(await refusalOf(displayId)).toBeNull();
    await endBans();
    await importAs(displayId, 'normal');
    expect(await refusalOf(displayId)).toBeNull();
  });
});
