import { readOperatorFacts } from '@jawhara/contract';
import { ADYEN_CARD, CHECKOUT_COM_CARD, PAYERMAX_CARD, type PayType } from '@jawhara/domain';
import { beforeEach, expect, it } from 'vitest';
import { answer, requestsTo, LOST, network } from '../../../api/test/network.ts';
import { FACTS } from '../../../api/test/facts.ts';
import { plain, render, screen, waitFor } from '../../../ui/test/library.ts';

beforeEach(() => {
  localStorage.clear();
  network.use(answer(readOperatorFacts, FACTS));
});

async function show(payType: PayType): Promise<void> {
  const { TrustBlock } = await import('./card-step-layout.tsx');
  render(<TrustBlock payType={payType} />);
}
const said = (): string => plain(screen.getByRole('region', { name: 'من يعالج الدفع؟' }).textContent);

it.each([
  [CHECKOUT_COM_CARD, 'Checkout.com'],
  [ADYEN_CARD, 'Adyen'],
  [PAYERMAX_CARD, 'PayerMax'],
])(
  '[UX 2.5] the card step of pay type %i says that the shop never sees the card number, only %s does',
  async (payType, name) => {
    await show(payType);
    expect(said()).toContain('لا نرى رقم بطاقتك أبدًا');
    expect(said()).toContain(`ولا يقرؤه إلا ${name}.`);
  },
);

it('[UX 2.5] the card step shows statement name, operator, country, registration and VAT number', async () => {
  await show(CHECKOUT_COM_CARD);
  await waitFor(() => expect(said()).toContain('الدفع إلى (operator_name)، (operator_country)'));
  for (const line of [
    'يظهر في كشف حسابك باسم (statement_name)',
    'السجل التجاري (cr_number)',
    'الرقم الضريبي (vat_number)',
  ])
    expect(said()).toContain(line);
});

it('[UX 2.5] without the operator’s facts the card step shows no statement name, operator or numbers', async () => {
  network.use(answer(readOperatorFacts, LOST));
  await show(CHECKOUT_COM_CARD);
  await waitFor(() => expect(requestsTo(readOperatorFacts)).toHaveLength(1));
  expect(said()).toContain('لا نرى رقم بطاقتك أبدًا');
  for (const line of ['كشف حسابك', 'الدفع إلى', 'السجل التجاري', 'الرقم الضريبي'])
    expect(said()).not.toContain(line);
});
