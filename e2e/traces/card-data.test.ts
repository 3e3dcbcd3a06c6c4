import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { SCENARIOS } from '../../apps/sandbox/src/scenarios.ts';
import { shop } from '../addresses.ts';
import { database } from '../books.ts';
import { REQUEST_RECORD } from '../output.ts';
import { TYPED_CVV } from '../providers/card-provider.ts';
import { cardDataIn } from './card-data-in.ts';

/** Runs after all journeys: searches our requests, logs and tables for the numbers of test cards and for fields with a CVV. */

const LOGS = ['api.log', 'site.log'];

async function everyRow(): Promise<Map<string, string>> {
  const sql = database();
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const texts = await sql.unsafe<{ row: string }[]>(`select one::text as row from ${name} as one`);
    rows.set(name, texts.map(({ row }) => row).join('\n'));
  }
  return rows;
}

test.describe('no card number and no CVV', () => {
  test('[EXP-10] no request to our hosts, cookie or stored item contains the number of a test card or a CVV field', () => {
    const record = readFileSync(REQUEST_RECORD, 'utf8');
    expect(record).toContain('/api/order/create_coin_pay/');
    // The record contains a card from each provider's fields and the CVV of a saved card, so the search means something.
    for (const sent of ['token', 'encrypted', 'drop_in', 'cvv_token'])
      expect(record).toMatch(new RegExp(`\\W${sent}\\W`));
    expect(cardDataIn(record)).toEqual([]);
  });

  test('[EXP-10] a request that contains a card number is refused', async () => {
    const { siteUrl } = shop();
    const spaced = SCENARIOS.approve.number.replace(/(\d{4})(?=\d)/g, '$1 ');
    const answer = await fetch(`${siteUrl}/api/order/create_coin_pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
      body: JSON.stringify({
        recharge_id: 'gems-540',
        uid: 1001,
        pay_type: 23,
        source: 1,
        platform_data: spaced,
      }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ result: 22002 });
  });

  for (const name of LOGS) {
    test(`[EXP-10] ${name} contains no number of a test card and no CVV field`, () => {
      const { logsDir } = shop();
      expect(readdirSync(logsDir)).toContain(name);
      expect(cardDataIn(readFileSync(join(logsDir, name), 'utf8'))).toEqual([]);
    });
  }

  test('[EXP-10] no row of any database table contains the number of a test card or a CVV field', async () => {
    const rows = await everyRow();
    expect(rows.get('public.orders')).toContain('delivered');
    const found = [...rows].flatMap(([table, text]) => cardDataIn(text).map((what) => `${table}: ${what}`));
    expect(found).toEqual([]);
  });
});

test.describe('the search for card data', () => {
  const { number } = SCENARIOS['insufficient-funds'];
  for (const [how, text] of [
    ['a card, plain', `{"pan":"${number}"}`],
    ['a card in groups of four', number.replace(/(\d{4})(?=\d)/g, '$1 ')],
    ['a card with dashes', number.replace(/(\d{4})(?=\d)/g, '$1-')],
    ['a card in an address', number.replace(/(\d{4})(?=\d)/g, '$1%20')],
    ['a card in Arabic-Indic digits', number.replace(/\d/g, (d) => String.fromCodePoint(0x0660 + Number(d)))],
    ['a card beside other digits of a log', `id=7 ${number} 12`],
    ['a card in base64', Buffer.from(`{"pan":"${number}"}`).toString('base64')],
    ['a card in a JWT', `e30.${Buffer.from(number).toString('base64url')}.c2ln`],
    ['a CVV field', `{"cvv":"${TYPED_CVV}"}`],
    ['a CVV field inside a text', String.raw`{"body":"{\"cvc\": \"${TYPED_CVV}\"}"}`],
    ['a CVV in a form', `a=1&security_code=${TYPED_CVV}`],
  ] as const) {
    test(`the search for card data, which the tests above use, finds ${how}`, () => {
      expect(cardDataIn(text)).not.toEqual([]);
    });
  }

  test('the search for card data finds nothing in last four digits, CVV check results, amounts and tokens', () => {
    expect(
      cardDataIn(`{"last4":"${number.slice(-4)}","cvv_check":"Y","amount":499,"token":"tok_abc"}`),
    ).toEqual([]);
  });
});
