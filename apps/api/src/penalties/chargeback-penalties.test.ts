import { accountId, bansToPayOff } from '@jawhara/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rememberDevice } from '../accounts/account.store.ts';
import { bansOf } from './ban.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import {
  bannedAt,
  FREE,
  openCourt,
  STRANGER,
  type Court,
  type PenalisedAccount,
} from '../test/penalised-account.ts';
import { liftAllOf } from './restriction.store.ts';
import { paymentRestriction } from './chargeback-penalties.ts';

let court: Court;
let account: PenalisedAccount;
beforeAll(async () => {
  court = await openCourt();
});
afterAll(() => court.close());
beforeEach(async () => {
  account = await court.newAccount();
});

describe('a chargeback', () => {
  it('[ORD-14] a chargeback reported several times makes one ban and restricts account, card and device once each', async () => {
    const id = await account.order();
    for (let times = 0; times < 3; times += 1) expect(await account.chargeBack(id)).toBe(true);
    expect(await account.seen()).toEqual(bannedAt(0));
    const rows = await court.db`
      select subject_kind as kind, subject from payer_restrictions where cause_order_id = ${id} order by 1`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { kind: 'account', subject: String(account.id) },
      { kind: 'card', subject: 'a card' },
      { kind: 'device', subject: 'a device' },
    ]);
  });

  it('[ORD-14] chargebacks of two orders at once make two bans, and a fine quoted before them lifts neither', async () => {
    const [one, two] = [await account.order(), await account.order()];
    await Promise.all([one, two, one, two].map((id) => account.chargeBack(id)));
    expect(await account.seen()).toEqual(bannedAt(1));
    expect(await account.payFine(await account.order('fine'), court.start)).toBe(false);
    expect(await account.seen()).toEqual(bannedAt(1));
  });

  it('[ORD-14] a chargeback by a payer unknown to the recipient bans no account; the payer cannot buy, but can pay a fine', async () => {
    expect(await account.chargeBack(await account.order(), STRANGER)).toBe(false);
    expect(await account.seen()).toEqual({ ...FREE, isCardStopped: true });
    const stranger = { device: STRANGER.device, accountId: null };
    expect(await paymentRestriction(court.db, 'gems', stranger, null)).toBe('payer-restricted');
    expect(await paymentRestriction(court.db, 'fine', stranger, null)).toBeNull();
  });

  it('[ORD-14] a chargeback from a device that the recipient once used bans the recipient', async () => {
    const device = { accountId: account.id, device: STRANGER.device };
    await inTransaction(court.db, (tx) => rememberDevice(tx, device, court.start));
    expect(await account.chargeBack(await account.order(), { ...STRANGER, account: accountId(1001) })).toBe(
      true,
    );
  });

  it('[ORD-14] a repeated chargeback does not restore a ban and restrictions that an operator lifted', async () => {
    const id = await account.order();
    await account.chargeBack(id);
    const { db } = court;
    await db`update bans set lifted_at = now(), lifted_by = 'person:Huda' where account_id = ${account.id}`;
    await db`update accounts set status = 'normal' where id = ${account.id}`;
    await inTransaction(db, (tx) => liftAllOf(tx, id, { at: account.now(), by: 'person:Huda' }));
    expect(await account.chargeBack(id)).toBe(false);
    expect(await account.seen()).toEqual(FREE);
    await account.clear(id);
    await account.chargeBack(id);
    expect(await account.seen()).toEqual(FREE);
  });

  it('[FIN-03] an account banned by the app before a chargeback has no payable fine, and stays banned when the dispute is won', async () => {
    await court.db`update accounts set status = 'banned' where id = ${account.id}`;
    const id = await account.order();
    await account.chargeBack(id);
    const now = account.now();
    expect(bansToPayOff(await bansOf(court.db, account.id), { now, shownAt: now })).toEqual([]);
    await account.clear(id);
    expect(await account.seen()).toEqual({ ...FREE, status: 'banned' });
  });

  it('[ORD-14] a closed account stays closed after a chargeback and after a won dispute', async () => {
    await court.db`update accounts set status = 'deactivated' where id = ${account.id}`;
    const id = await account.order();
    await account.chargeBack(id);
    await account.clear(id);
    expect((await account.seen()).status).toBe('deactivated');
  });
});

describe('a dispute that was won', () => {
  it('[ORD-14] a won dispute lifts its ban and restrictions, however often it is reported', async () => {
    const id = await account.order();
    expect(await account.clear(id)).toEqual([]);
    expect(await account.seen()).toEqual(FREE);
    await account.chargeBack(id);
    for (let times = 0; times < 3; times += 1) {
      expect(await account.clear(id)).toEqual([]);
      expect(await account.seen()).toEqual(FREE);
    }
  });

  it('[ORD-14] a dispute that is won and then lost bans the account again, once', async () => {
    const id = await account.order();
    await account.chargeBack(id);
    await account.clear(id);
    await account.chargeBack(id);
    await account.chargeBack(id);
    expect(await account.seen()).toEqual(bannedAt(0));
    await account.clear(id);
    expect(await account.seen()).toEqual(FREE);
  });

  it('[ORD-14] a won dispute reported a second time does not lift a ban that the app made in between', async () => {
    const id = await account.order();
    await account.chargeBack(id);
    await account.clear(id);
    await court.db`update accounts set status = 'banned' where id = ${account.id}`;
    await account.clear(id);
    expect((await account.seen()).status).toBe('banned');
  });
});

it('[ORD-14] after lost and won disputes in random order, an account has one ban for each order whose last dispute was lost', async () => {
  const word = fc.record({ which: fc.nat(2), isCleared: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 9 }), async (words) => {
      const somebody = await court.newAccount();
      const orders = [await somebody.order(), await somebody.order(), await somebody.order()] as const;
      const isLost = [false, false, false];
      for (const { which, isCleared } of words) {
        const id = orders[which] ?? orders[0];
        if (isCleared) await somebody.clear(id);
        else await somebody.chargeBack(id);
        isLost[which] = !isCleared;
      }
      const lost = isLost.filter(Boolean).length;
      expect(await somebody.seen()).toEqual(lost === 0 ? FREE : bannedAt(lost - 1));
    }),
    { numRuns: 30 },
  );
});

it('the program’s database role may delete no ban, paid fine or restriction', async () => {
  for (const table of ['bans', 'fines_paid', 'payer_restrictions'])
    await expect(court.db.unsafe(`delete from ${table}`)).rejects.toThrow('permission denied');
});
