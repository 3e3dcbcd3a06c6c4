import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  findRecipient,
  logInWithTicket,
  logOut,
  readSignedInAccount,
  submitPaymentToken,
  type OrderPlaced,
} from '@jawhara/contract';
import {
  accountId,
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type OrderId,
  type RechargeId,
} from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANY_REPEAT } from '../../../../tools/test/any-repeat.ts';
import { sealedCard } from '../test/adyen-payer.ts';
import { cardPayer, firstCard, payAgain, placed, rememberCard, sessionOf } from '../test/card-payer.ts';
import { chargeBack, winDispute } from '../test/disputes.ts';
import { fineOf, payFine } from '../test/fine-payer.ts';
import { openShop, orderState, type Called, type Shop, type Visitor } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Person {
  readonly id: number;
  readonly displayId: DisplayId;
}

let made = 0;

/** Every test uses new accounts, so that a chargeback in one test does not affect another. */
async function person(): Promise<Person> {
  made += 1;
  const one = { id: 6000 + made, displayId: `77000${String(made).padStart(2, '0')}` as DisplayId };
  await shop.db`
    insert into accounts (id, display_id, nickname, status, source)
    values (${one.id}, ${one.displayId}, 'Somebody', 'normal', 'social')`;
  return one;
}

type Headers = Record<string, string>;
type Scenario = Parameters<Shop['token']>[0];

/** Most purchases use the same card. That is safe: a typed card is identified only after it has paid. */
async function buyFor(
  { id }: Person,
  visitor: Visitor,
  headers: Headers = {},
  scenario: Scenario = 'approve',
): Promise<Called<OrderPlaced>> {
  return visitor.call(
    createCoinPay,
    {
      rechargeId: 'gems-1060' as RechargeId,
      recipientId: accountId(id),
      payType: CHECKOUT_COM_CARD,
      card: { token: await shop.token(scenario), keep: 'ask' },
      repeatOf: ANY_REPEAT,
    },
    { 'x-request-id': randomUUID(), ...headers },
  );
}

async function isBanned({ displayId }: Person): Promise<boolean> {
  return (await shop.visitor().call(findRecipient, { displayId })).refusal === 'banned';
}

const fineFor = async ({ displayId }: Person) => (await fineOf(shop.visitor(), displayId)).standing;

/** A purchase that the account makes for itself on its own device, while signed in. */
async function selfPaid(
  recipient: Person,
  scenario?: Scenario,
): Promise<{ visitor: Visitor; orderId: OrderId; headers: Headers }> {
  const [visitor, headers] = [shop.visitor(), await sessionOf(shop, recipient.id)];
  const { orderId } = placed(await buyFor(recipient, visitor, headers, scenario));
  return { visitor, orderId, headers };
}

describe('a gift that is charged back', () => {
  it('[ORD-14] a stranger who charges back a gift cannot buy any more, and the recipient is not banned', async () => {
    const [victim, friend, stranger] = [await person(), await person(), shop.visitor()];
    const { orderId } = placed(await buyFor(victim, stranger));
    await chargeBack(shop, orderId);
    expect(await isBanned(victim)).toBe(false);
    expect(await fineFor(victim)).toEqual({ kind: 'none', until: null });
    // Other payers may still buy gems for the victim, and the victim may buy.
    expect((await buyFor(victim, shop.visitor())).refusal).toBeNull();
    for (const recipient of [victim, friend])
      expect((await buyFor(recipient, stranger)).refusal).toBe('payer-restricted');
  });

  it('[ORD-14] an account that charges back a gift is not banned, but while signed in cannot pay on any device', async () => {
    const [victim, giver] = [await person(), await person()];
    const headers = await sessionOf(shop, giver.id);
    const { orderId } = placed(await buyFor(victim, shop.visitor(), headers));
    await chargeBack(shop, orderId);
    expect([await isBanned(victim), await isBanned(giver)]).toEqual([false, false]);
    const elsewhere = shop.visitor();
    expect((await buyFor(giver, elsewhere, headers)).refusal).toBe('payer-restricted');
    expect((await buyFor(giver, elsewhere)).refusal).toBeNull();
  });
});

describe('a purchase that is charged back', () => {
  it('[ORD-14] a recipient who charges back an own purchase is banned and has a fine', async () => {
    const recipient = await person();
    await chargeBack(shop, (await selfPaid(recipient)).orderId);
    expect(await isBanned(recipient)).toBe(true);
    expect(await fineFor(recipient)).toMatchObject({ kind: 'fine', amountUsdCents: 1000, refundBanCount: 0 });
  });

  it('[ORD-14] a chargeback bans the recipient if the paying device was once signed in as the recipient, even after logout', async () => {
    const [recipient, device] = [await person(), shop.visitor()];
    const { value } = await device.call(logInWithTicket, { ticket: await shop.ticket(recipient.id) });
    await device.call(logOut, {}, { 'x-session-key': value?.sessionKey ?? '' });
    const { orderId } = placed(await buyFor(recipient, device));
    await chargeBack(shop, orderId);
    expect(await isBanned(recipient)).toBe(true);
  });

  it('[ORD-14] a chargeback bans the recipient if the paying device once used the recipient’s session, opened on another device', async () => {
    const [recipient, device] = [await person(), shop.visitor()];
    const headers = await sessionOf(shop, recipient.id);
    await device.call(findRecipient, { displayId: recipient.displayId });
    expect((await device.call(readSignedInAccount, {}, headers)).value?.accountId).toBe(recipient.id);
    const { orderId } = placed(await buyFor(recipient, device));
    await chargeBack(shop, orderId);
    expect(await isBanned(recipient)).toBe(true);
  });

  it('[ORD-14] a chargeback also stops an open order of the device from being paid with another card', async () => {
    const [recipient, device] = [await person(), shop.visitor()];
    const paid = placed(await buyFor(recipient, device));
    const waiting = placed(await buyFor(recipient, device, {}, 'error-before-charge'));
    await chargeBack(shop, paid.orderId);
    const card = await sealedCard(shop, 'approve');
    const again = { orderId: waiting.orderId, payType: ADYEN_CARD, card };
    expect((await device.call(submitPaymentToken, again)).refusal).toBe('payer-restricted');
  });

  it('[ORD-14] after a chargeback its card is refused on every device that has saved it', async () => {
    const { visitor, orderId, card } = await cardPayer(shop);
    const other = shop.visitor();
    const before = placed(await other.buy('approve'));
    expect((await rememberCard(other, before.orderId)).fingerprint).toBe(card.fingerprint);
    await chargeBack(shop, orderId);
    expect((await payAgain(shop, visitor, card.sourceId)).refusal).toBe('payer-restricted');
    expect((await payAgain(shop, other, (await firstCard(other)).sourceId)).refusal).toBe('card-restricted');
    expect(before.answer).toEqual({ kind: 'paid' });
  });
});

describe('a fine', () => {
  it('[FIN-01] a banned payer can pay the fine from the restricted device, and can then buy again', async () => {
    const recipient = await person();
    const { visitor, orderId, headers } = await selfPaid(recipient);
    await chargeBack(shop, orderId);
    const again = () => buyFor(recipient, visitor, headers);
    expect((await again()).refusal).toBe('banned');
    expect((await buyFor(await person(), visitor)).refusal).toBe('payer-restricted');
    placed(await payFine(shop, visitor, recipient.id, { shown: { amountUsdCents: usdCents(1000) } }));
    expect(await isBanned(recipient)).toBe(false);
    expect(placed(await again()).answer).toEqual({ kind: 'paid' });
  });

  it('[FIN-01] a fine charged back by a stranger restores the ban; charged back by the banned account, it adds another ban', async () => {
    const recipient = await person();
    const { visitor, orderId, headers } = await selfPaid(recipient);
    await chargeBack(shop, orderId);
    const fine = { shown: { amountUsdCents: usdCents(1000) } };
    const byStranger = placed(await payFine(shop, shop.visitor(), recipient.id, fine));
    expect(await isBanned(recipient)).toBe(false);
    await chargeBack(shop, byStranger.orderId);
    expect(await fineFor(recipient)).toMatchObject({ amountUsdCents: 1000, refundBanCount: 0 });
    expect((await buyFor(await person(), visitor, headers)).refusal).toBe('payer-restricted');

    const bySelf = placed(await payFine(shop, visitor, recipient.id, fine));
    expect(await isBanned(recipient)).toBe(false);
    await chargeBack(shop, bySelf.orderId);
    expect(await fineFor(recipient)).toMatchObject({ amountUsdCents: 2000, refundBanCount: 1 });
  });
});

describe('a dispute that is won or withdrawn', () => {
  it('[ORD-14] a won dispute lifts the ban, takes it out of the count, and frees account, device and card', async () => {
    const recipient = await person();
    const { visitor, orderId, headers } = await selfPaid(recipient, 'approve-mastercard');
    const { sourceId } = await rememberCard(visitor, orderId, headers);
    await chargeBack(shop, orderId);
    expect((await buyFor(recipient, visitor, headers)).refusal).not.toBeNull();
    expect((await buyFor(await person(), visitor)).refusal).toBe('payer-restricted');
    // A banned account's session is not valid, so the payer counts as a guest and the account's card is not found.
    expect((await payAgain(shop, visitor, sourceId, { headers })).refusal).toBe('card-not-found');
    await winDispute(shop, orderId);
    expect(await isBanned(recipient)).toBe(false);
    expect(placed(await payAgain(shop, visitor, sourceId, { headers })).answer).toEqual({ kind: 'paid' });
    // The won dispute does not count: this is a first ban.
    await chargeBack(shop, (await selfPaid(recipient)).orderId);
    expect(await fineFor(recipient)).toMatchObject({ amountUsdCents: 1000, refundBanCount: 0 });
  });

  it('[ORD-14] a won dispute refunds the fine paid for its ban; the account stays banned for its other order, with a lower fine', async () => {
    const recipient = await person();
    const first = await selfPaid(recipient);
    const second = await selfPaid(recipient);
    await chargeBack(shop, first.orderId);
    const shown = { amountUsdCents: usdCents(1000) };
    const { orderId: fine } = placed(await payFine(shop, shop.visitor(), recipient.id, { shown }));
    await chargeBack(shop, second.orderId);
    expect(await fineFor(recipient)).toMatchObject({ amountUsdCents: 2000, refundBanCount: 1 });

    await winDispute(shop, first.orderId);
    expect(await isBanned(recipient)).toBe(true);
    expect(await fineFor(recipient)).toMatchObject({ amountUsdCents: 1000, refundBanCount: 0 });
    await vi.waitFor(
      async () => {
        await shop.sweep();
        const paid = (await shop.books()).payments.find(({ reference }) => reference === fine);
        expect(paid).toMatchObject({ captured: 1000, refunded: 1000 });
        expect(await orderState(shop.db, fine)).toBe('refunded');
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
    // The refund of a fine by us neither bans the account nor lifts a ban.
    expect(await fineFor(recipient)).toMatchObject({ refundBanCount: 0 });
  });
});
