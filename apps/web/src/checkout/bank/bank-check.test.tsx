import '../../words/load-card.ts';
import { expect, it } from 'vitest';
import { ORDER } from '../flow/purchase/test/purchase-samples.ts';
import { render, screen } from '../../ui/test/library.ts';
import { BankCheck } from './bank-check.tsx';

it('[ERR-02] during the bank’s check the payer is told to complete it and not to close the page', () => {
  render(<BankCheck orderId={ORDER} url="about:blank" onReturned={() => undefined} />);
  const told = screen.getByRole('status').textContent;
  expect(told).toBe('أكمل خطوة التحقق لدى البنك، ولا تغلق الصفحة.');
  expect(screen.getByTitle('التحقق لدى البنك').getAttribute('src')).toBe('about:blank');
});
