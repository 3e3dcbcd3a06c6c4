import { createFinePay, verifyWalletPay } from '@jawhara/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestsTo } from '../../api/test/network.ts';
import { appleSheets, withApplePay } from '../../checkout/methods/wallet/test/with-apple-pay.ts';
import { screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { newServer } from '../pay-step/test/steps-server.ts';
import { fakeOpening, seeResult, visit } from '../pay-step/test/steps-shop.tsx';
import { FAHD_ID, fineOf } from './test/fine-samples.ts';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const click = async (testId: string) => userEvent.click(await screen.findByTestId(testId));
const open = () => visit(`/fines?fine=${FAHD_ID}`, newServer({ fine: fineOf(20) }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  withApplePay();
});
afterEach(() => {
  for (const sheet of screen.queryAllByTestId('apple-sheet')) sheet.remove();
  vi.unstubAllGlobals();
});

it('[FIN-01] a fine is paid by wallet with one press and by the quote shown', async () => {
  await open();
  await click('method-wallet');
  await click('pay-wallet');
  await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
  expect(screen.getByTestId('apple-sheet').textContent).toContain('20.00 USD');
  await click('apple-pay');
  await seeResult('success');
  expect(requestsTo(createFinePay)).toMatchObject([{ id: FAHD_ID, quote_id: 'quote-20.seal', pay_type: 26 }]);
  expect(requestsTo(verifyWalletPay)).toHaveLength(1);
  expect(appleSheets()[0]?.at(-1)).toBe('success');
});

it('[WAL-06] a closed wallet sheet leaves the payer on the fine, with a message', async () => {
  await open();
  await click('method-wallet');
  await click('pay-wallet');
  await waitFor(() => expect(screen.getByTestId('apple-sheet').dataset['state']).toBe('ready'));
  await click('apple-cancel');
  expect(await screen.findByTestId('wallet-problem')).toBeDefined();
  expect(location.pathname).toBe('/fines');
});
