import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BUYER, type Data, openTestShop, order, type TestShop, USER } from '../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

describe('a card saved at PayerMax', () => {
  async function saveCard(scenario: string): Promise<string> {
    const trade = await shop.direct(scenario, {}, { tokenForFutureUse: true });
    await shop.call('orderAndPay', trade);
    const [details] = (await shop.query(trade))['paymentDetails'] as [Data];
    return String(details['paymentTokenID']);
  }

  const payWith = async (paymentTokenID: string, userId = USER) => {
    const paymentDetail = { paymentTokenID, buyerInfo: BUYER };
    return shop.call('orderAndPay', order({ integrate: 'Direct_Payment', paymentDetail, userId }));
  };

  it('a card saved at PayerMax pays again for its own user only, until it is deleted', async () => {
    const token = await saveCard('approve');
    expect(token).toMatch(/^PMTOKEN\d{8}[A-Z]+$/);
    expect(await saveCard('approve')).toBe(token);
    expect((await payWith(token)).data).toMatchObject({ status: 'SUCCESS' });
    expect(await payWith(token, 'user_2')).toMatchObject({ code: 'AUTH_FAILED' });
    const list = async (userId: string) =>
      (await shop.call('inquirePaymentToken', { userId, tokenScope: 'tokenAcq' })).data['tokenList'];
    expect(await list(USER)).toMatchObject([
      { paymentTokenID: token, cardInfo: '424242******4242', brand: 'VISA', paymentTokenStatus: 'Activated' },
    ]);
    expect(await list('user_2')).toEqual([]);

    const remove = (userId: string) => shop.call('removePaymentToken', { userId, paymentTokenID: token });
    expect(await remove('user_2')).toMatchObject({ code: 'AUTH_FAILED' });
    expect((await remove(USER)).data).toMatchObject({ paymentTokenStatus: 'Deleted' });
    expect((await remove(USER)).data).toMatchObject({ paymentTokenStatus: 'Deleted' });
    expect(await payWith(token)).toMatchObject({ code: 'AUTH_FAILED' });
    expect(await list(USER)).toEqual([]);
  });

  it('a card saved at PayerMax that has expired since is refused as expired', async () => {
    const token = await saveCard('expires-when-kept');
    expect((await payWith(token)).data).toMatchObject({
      status: 'FAILED',
      resultCode: 'CARD_EXPIRE_DATE_INVALID',
    });
  });

  it('a PayerMax card is not saved without the payer’s consent or after a failed payment', async () => {
    const proof = await shop.control('proofs', { scenario: 'approve', userId: USER });
    const paymentDetail = { ...proof, buyerInfo: BUYER, tokenForFutureUse: true };
    const refused = await shop.call('orderAndPay', order({ integrate: 'Direct_Payment', paymentDetail }));
    expect(refused).toMatchObject({ code: 'PARAMS_INVALID' });
    expect(await saveCard('insufficient-funds')).toBe('undefined');
  });
});
