import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTables } from './tables.ts';

describe('the tables check', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-tables-'));
    plant('migrations/0001_orders.sql', 'create table orders (id uuid);');
    plant('orders/order.store.ts', 'sql`select id from orders`');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function plant(path: string, text: string): void {
    const file = join(directory, 'apps/api/src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  it('the tables check accepts SQL in the stores of one folder, and comments that mention tables', () => {
    plant(
      'orders/place-order.ts',
      '// a row from orders\n/** We update orders\n * from orders. */\nplace();',
    );
    expect(checkTables(directory)).toEqual({ tables: 1, problems: [] });
  });

  it('the tables check finds a table used by the stores of two folders', () => {
    plant('ledger/ledger.store.ts', 'sql`update orders set id = 1`');
    expect(checkTables(directory).problems).toEqual([
      'orders is touched by ledger and orders: it has one owner',
    ]);
  });

  it('the tables check finds SQL outside a store', () => {
    plant('orders/place-order.ts', 'sql`insert into orders values (1)`');
    expect(checkTables(directory).problems).toEqual([
      'apps/api/src/orders/place-order.ts speaks SQL to orders: only a *.store.ts may',
    ]);
  });
});
