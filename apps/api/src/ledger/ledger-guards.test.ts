import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import {
  connectPostgres,
  inTransaction,
  requireProgramRole,
  type Db,
  type Tx,
} from '../platform/postgres.ts';
import { copyTemplate } from '../test/test-database.ts';

/** Attacks on the ledger by a program that an intruder controls: every statement runs with the program's own rights. */

const ORDER_GEMS = 1_060;
const FORGED_GEMS = 5_000_000;

let owner: Db;
let program: Db;
let name: string;
let drop: () => Promise<void>;
let order: string;
beforeAll(async () => {
  const copy = await copyTemplate();
  ({ name, drop } = copy);
  owner = connectPostgres({ url: copy.url, connectionsMax: 2 });
  program = connectPostgres({ url: asProgram(copy.url), connectionsMax: 2 });
});
beforeEach(async () => {
  order = randomUUID();
  await owner`
    insert into orders (id, purpose, recipient_account_id, payer_device, recharge_id, price_usd_cents, gems, bonus_gems, pay_type,
      provider, state, created_at, moved_at)
    values (${order}, 'gems', 1001, 'd', 'gems-1060', 999, ${ORDER_GEMS}, 0, 23, 13, 'paid', now(), now())`;
});
afterAll(async () => {
  await program.end({ timeout: 2 });
  await owner.end({ timeout: 2 });
  await drop();
});

interface Credit {
  readonly orderId: string;
  readonly recipient: number;
  readonly gems: number;
}

async function credit(tx: Tx, { orderId, recipient, gems }: Credit): Promise<void> {
  await tx`
    insert into public.ledger_transfers (order_id, recipient_account_id, number, kind, why, created_at)
    values (${orderId}, ${recipient}, 1, 'delivery', 'x', now())`;
  await tx`
    insert into public.ledger_entries (order_id, recipient_account_id, number, ledger_account, unit, amount) values
      (${orderId}, ${recipient}, 1, ${`account:${recipient}`}, 'gem', ${gems}),
      (${orderId}, ${recipient}, 1, 'gems-issued', 'gem', ${-gems})`;
}

const forged = (): Credit => ({ orderId: order, recipient: 1001, gems: FORGED_GEMS });

async function issuedGems(): Promise<number> {
  const [row] = await owner<
    { sum: number }[]
  >`select coalesce(sum(gems), 0)::bigint as sum from gem_balances`;
  return row?.sum ?? 0;
}

/** Expects that the attack is refused with these words and changes no balance. */
async function expectRefused(attack: Promise<unknown>, why: RegExp): Promise<void> {
  const before = await issuedGems();
  await expect(attack).rejects.toThrow(why);
  expect(await issuedGems()).toBe(before);
}

describe('[ORD-12] gems need an order of their recipient', () => {
  it('gems of an existing order are credited to its recipient', async () => {
    const before = await issuedGems();
    await inTransaction(program, (tx) => credit(tx, { orderId: order, recipient: 1001, gems: ORDER_GEMS }));
    expect(await issuedGems()).toBe(before + ORDER_GEMS);
  });

  it('a ledger transfer of gems for an order that does not exist is refused', () =>
    expectRefused(
      inTransaction(program, (tx) => credit(tx, { ...forged(), orderId: randomUUID() })),
      /foreign key constraint "ledger_transfers_of_order"/,
    ));

  it('a ledger transfer of gems for another account’s order is refused', () =>
    expectRefused(
      inTransaction(program, (tx) => credit(tx, { ...forged(), recipient: 1003 })),
      /foreign key constraint "ledger_transfers_of_order"/,
    ));

  it('not even the owner of the tables can delete an order that has ledger transfers, or give it to another account', async () => {
    await inTransaction(program, (tx) => credit(tx, { orderId: order, recipient: 1001, gems: 1 }));
    await expect(owner`delete from orders where id = ${order}`).rejects.toThrow('ledger_transfers_of_order');
    await expect(owner`update orders set recipient_account_id = 1002 where id = ${order}`).rejects.toThrow(
      'ledger_transfers_of_order',
    );
  });

  it('the foreign key from ledger transfers to orders is validated, so it holds for older rows too', async () => {
    const [key] = await owner`
      select convalidated from pg_constraint where conname = 'ledger_transfers_of_order'`;
    expect(key?.['convalidated']).toBe(true);
  });
});

describe('[ORD-12] the program’s database role cannot create anything', () => {
  it.each([
    ['a temporary table', 'create temporary table orders (id uuid)'],
    ['a table in the schema', 'create table public.orders_of_mine (id uuid)'],
    ['a schema', 'create schema of_mine'],
    ['a function', 'create function public.mine() returns int language sql as $$ select 1 $$'],
  ])('the program’s database role cannot create %s', async (_what, statement) => {
    await expect(program.unsafe(statement)).rejects.toThrow('permission denied');
  });

  it('the program does not start where its database role may create temporary tables', async () => {
    await owner.unsafe(`grant temporary on database ${name} to public`);
    try {
      await expect(requireProgramRole(program)).rejects.toThrow('temporary tables');
    } finally {
      await owner.unsafe(`revoke temporary on database ${name} from public`);
    }
    await expect(requireProgramRole(program)).resolves.toBeUndefined();
  });
});

describe('[ORD-12] the ledger’s checks use the ledger’s own tables even where the program could create others', () => {
  beforeAll(async () => {
    await owner.unsafe(`grant temporary on database ${name} to jawhara_app`);
    await owner`create schema planted`;
    await owner`grant usage, create on schema planted to jawhara_app`;
  });
  afterAll(async () => {
    await owner.unsafe(`revoke temporary on database ${name} from jawhara_app`);
    await owner`drop schema planted cascade`;
  });

  it('a temporary table called orders does not mislead the check of an order’s gems', () =>
    expectRefused(
      inTransaction(program, async (tx) => {
        await tx`create temporary table orders (id uuid, recipient_account_id bigint, gems int) on commit drop`;
        await credit(tx, forged());
      }),
      /more gems than it has/,
    ));

  it('a temporary table called ledger_entries does not mislead the ledger’s checks', async () => {
    await expectRefused(
      inTransaction(program, async (tx) => {
        await tx`create temporary table ledger_entries (like public.ledger_entries) on commit drop`;
        await credit(tx, forged());
      }),
      /more gems than it has/,
    );
    await expectRefused(
      inTransaction(program, async (tx) => {
        await tx`create temporary table ledger_entries (like public.ledger_entries) on commit drop`;
        await tx`insert into ledger_entries values (${order}, 1001, 'account:1001', 'gem', 1, 1)`;
        await tx`
          insert into public.ledger_transfers (order_id, recipient_account_id, number, kind, created_at)
          values (${order}, 1001, 1, 'nothing', now())`;
      }),
      /must have entries/,
    );
  });

  it('a schema placed first in the search path does not mislead the check of an order’s gems', () =>
    expectRefused(
      inTransaction(program, async (tx) => {
        await tx`create table planted.orders (id uuid, recipient_account_id bigint, gems int)`;
        await tx`set local search_path = planted, public`;
        await credit(tx, forged());
      }),
      /more gems than it has/,
    ));

  it('a comparison operator created by the program does not mislead the check of an order’s gems', () =>
    expectRefused(
      inTransaction(program, async (tx) => {
        await tx`create function planted.always(numeric, integer) returns boolean language sql as 'select true'`;
        for (const name of ['>=', '<='])
          await tx.unsafe(
            `create operator planted.${name} (leftarg = numeric, rightarg = integer, function = planted.always)`,
          );
        await tx`set local search_path = planted, pg_catalog, public`;
        await credit(tx, forged());
      }),
      /more gems than it has/,
    ));

  it('the function that updates balances cannot be attached to a table of the program’s own', async () => {
    await inTransaction(program, (tx) => credit(tx, { orderId: order, recipient: 1001, gems: 1 }));
    await expectRefused(
      inTransaction(program, async (tx) => {
        await tx`create temporary table mine (like public.ledger_entries) on commit drop`;
        await tx`
          create trigger forge after insert on mine referencing new table as fresh
          for each statement execute function public.follow_gems()`;
        await tx`insert into mine values (${order}, 1001, 'account:1001', 'gem', ${FORGED_GEMS}, 1)`;
      }),
      /permission denied for function public\.follow_gems/,
    );
  });
});
