import { OPERATOR_FACTS, readOperatorFacts, type OperatorFacts } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, network } from '../api/test/network.ts';
import { plain, render, screen } from './test/library.ts';

const FACTS = {
  ...Object.fromEntries(OPERATOR_FACTS.map((name) => [name, name])),
  operator_name: 'شركة المثال',
  cr_number: '1010000000',
  vat_number: '300000000000003',
} as OperatorFacts;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0));
  network.use(answer(readOperatorFacts, FACTS));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.classList.remove('pc');
});

async function show(): Promise<void> {
  const { Footer } = await import('./footer.tsx');
  render(<Footer />);
}

describe('the foot of a page', () => {
  it('the footer links to the about and contact pages and to all three legal texts', async () => {
    await show();
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const page of ['about', 'contact', 'privacy', 'agreement', 'refunds'])
      expect(hrefs).toContain(`/?page=${page}`);
  });

  it('the footer shows the operator’s name, commercial registration and VAT number', async () => {
    await show();
    const operator = plain((await screen.findByTestId('operator')).textContent);
    for (const part of ['شركة المثال', 'السجل التجاري 1010000000', 'الرقم الضريبي 300000000000003'])
      expect(operator).toContain(part);
  });
});
