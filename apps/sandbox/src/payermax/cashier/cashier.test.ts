import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SCENARIOS, type ScenarioKey } from '../../scenarios.ts';
import { openTestShop, order, type Data, type TestShop } from '../../test/payermax-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.reset());

async function opened(more: object = {}): Promise<{ trade: Data; page: string }> {
  const trade = order(more);
  const { data } = await shop.call('orderAndPay', trade);
  return { trade, page: String(data['redirectUrl']) };
}

function submit(page: string, fields: Record<string, string>): Promise<Response> {
  return fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
}

function typed(scenario: ScenarioKey, more: Record<string, string> = {}): Record<string, string> {
  return { number: SCENARIOS[scenario].number, expiry: '12/40', cvv: '100', holder: 'Sara', ...more };
}

/** The address to which the browser is redirected. */
function target(answer: Response): URL {
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', shop.url);
}

describe('PayerMax’s hosted page', () => {
  it('PayerMax’s hosted page accepts a card typed in Arabic digits and leads back to the shop', async () => {
    const { trade, page } = await opened();
    const shown = await fetch(page);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(await shown.text()).toContain('$4.99');
    const arabic = SCENARIOS.approve.number.replace(/\d/g, (digit) =>
      String.fromCodePoint(0x660 + Number(digit)),
    );
    const back = target(await submit(page, typed('approve', { number: `\u200e${arabic}`, expiry: '١٢/٤٠' })));
    expect(back.origin + back.pathname).toBe('http://localhost:4100/back');
    expect(back.searchParams.get('status')).toBe('SUCCESS');
    expect(await shop.query(trade)).toMatchObject({ status: 'SUCCESS' });
  });

  it('PayerMax’s hosted page shows the error and the typed values, except the CVV', async () => {
    const { trade, page } = await opened();
    const answer = await submit(page, typed('approve', { number: '4242 4242 4242 4241', cvv: '987' }));
    const html = await answer.text();
    expect(html).toContain('فيه رقم غير صحيح');
    expect(html).toContain('value="4242 4242 4242 4241"');
    expect(html).not.toContain('987');
    expect(await shop.query(trade)).toMatchObject({ status: 'PENDING' });
  });

  it('PayerMax’s hosted page leads to the bank’s check, and pays once even if sent again', async () => {
    const { page } = await opened();
    const bank = target(await submit(page, typed('challenge')));
    expect(bank.pathname).toContain('/payermax/bank/');
    expect(target(await submit(page, typed('approve'))).href).toBe(bank.href);
    expect(await (await fetch(bank)).text()).toContain('VISA •••• 0034');
    const answered = { answer: 'confirm', code: 'Checkout1!' };
    expect(target(await submit(bank.href, answered)).searchParams.get('status')).toBe('SUCCESS');
    expect(target(await submit(bank.href, { answer: 'cancel' })).searchParams.get('status')).toBe('SUCCESS');
    expect(await shop.books()).toMatchObject({ payments: 1, captured: 499 });
  });

  it('a PayerMax payment fails when the bank’s code is wrong', async () => {
    const { trade, page } = await opened();
    const bank = target(await submit(page, typed('challenge')));
    const back = target(await submit(bank.href, { answer: 'confirm', code: 'wrong' }));
    expect(back.searchParams.get('status')).toBe('FAILED');
    expect(await shop.query(trade)).toMatchObject({ resultCode: 'AUTHENTICATE_FAILED' });
  });

  it('a payer can leave PayerMax’s hosted page with its button, and it is closed afterwards', async () => {
    const { trade, page } = await opened();
    expect(target(await submit(`${page}/cancel`, {})).searchParams.get('status')).toBe('CLOSED');
    expect(target(await submit(page, typed('approve'))).searchParams.get('status')).toBe('CLOSED');
    expect(await shop.query(trade)).toMatchObject({ status: 'CLOSED' });
  });

  it('PayerMax’s hosted page saves the card only if the shop offers it and the payer agrees', async () => {
    const paidWith = async (wantsToKeep: boolean, save: string) => {
      const { trade, page } = await opened({ paymentDetail: { tokenForFutureUse: wantsToKeep } });
      await submit(page, typed('approve', { save }));
      const [details] = (await shop.query(trade))['paymentDetails'] as [Data];
      return details['paymentTokenID'];
    };
    expect(await paidWith(true, 'no')).toBeUndefined();
    expect(await paidWith(false, 'yes')).toBeUndefined();
    expect(await paidWith(true, 'yes')).toMatch(/^PMTOKEN/);
  });

  it('PayerMax’s hosted page shows an error before the charge that can be retried, or is cut off after the charge', async () => {
    const { trade, page } = await opened();
    const refused = await submit(page, typed('error-before-charge'));
    expect(await refused.text()).toContain('pm-whole');
    expect(await shop.query(trade)).toMatchObject({ status: 'PENDING' });
    const cutOff = await submit(page, typed('answer-lost'));
    expect(await cutOff.text()).toContain('pm-cut-off');
    expect(await shop.query(trade)).toMatchObject({ status: 'SUCCESS' });
  });
});
