import { randomBytes, randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { cardThatPaid } from '../orders/store/payment.store.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';

const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
let db: Db;
beforeAll(async () => {
  db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 2 });
  await migrateDatabase(db, { isWanted: (file) => file < '0025' });
  await db`insert into accounts (id, display_id, nickname, status, is_guest, source) values (1, '12345', 'x', 'normal', false, 'social')`;
  await db`insert into gem_packs (recharge_id, price_usd_cents, gems, pay_types) values ('gems', 999, 1060, '{23}')`;
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

/** A card and the order it paid, as the previous release stored them. */
async function oldCard(
  sourceId: string,
  { isRemembered, device = sourceId }: { readonly isRemembered: boolean; readonly device?: string },
): Promise<OrderId> {
  const [card, order] = [randomUUID(), randomUUID() as OrderId];
  await db`
    insert into saved_cards (id, owner_device, provider, source_id, fingerprint, scheme, last4, bin, expiry, is_remembered,
      recipient_account_id, created_at, last_used_at)
    values (${card}, ${device}, 13, ${sourceId}, ${`print-${sourceId}`}, 'visa', '4242', '424242', '12/30', ${isRemembered}, 1,
      now(), now())`;
  await db`
    insert into orders (id, recipient_account_id, payer_device, recharge_id, price_usd_cents, gems, bonus_gems, pay_type,
      provider, state, created_at, moved_at, credited_at, saved_card_id)
    values (${order}, 1, ${device}, 'gems', 999, 1060, 0, 23, 13, 'delivered', now(), now(), now(), ${card})`;
  await db`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id, state,
      standing, amount_minor_units, currency, created_at, changed_at, lives_until)
    values (${order}, 1, 1, 13, ${`${order}-1`}, ${`pay_${order}`}, 'paid', 'kept', 999, 'USD', now(), now(), now())`;
  return order;
}

it('[CRD-10] after the upgrade a saved card with consent stays, and one without consent is deleted at the provider', async () => {
  await oldCard('src_yes', { isRemembered: true });
  const unasked = await oldCard('src_no', { isRemembered: false });
  // Two payers share the provider's id of a card, and only one agreed to save it.
  await oldCard('src_both', { isRemembered: true, device: 'one' });
  await oldCard('src_both', { isRemembered: false, device: 'other' });
  await migrateDatabase(db);

  const remainingCards = await db`
    select source_id, state, consent_text, consented_at is not null as "isDated" from saved_cards order by source_id`;
  expect([...remainingCards]).toEqual(
    ['src_both', 'src_yes'].map((source_id) => ({
      source_id,
      state: 'kept',
      consent_text: 'unversioned',
      isDated: true,
    })),
  );
  expect([...(await db`select source_id, payer_reference, why, tries from cards_to_forget`)]).toEqual([
    { source_id: 'src_no', payer_reference: 'device-src_no', why: 'nobody-agreed', tries: 0 },
  ]);
  expect(await cardThatPaid(db, unasked)).toEqual({
    scheme: 'visa',
    last4: '4242',
    fingerprint: 'print-src_no',
  });
});
