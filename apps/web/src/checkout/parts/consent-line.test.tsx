import {
  DEFAULT_SITE_CONFIG,
  OPERATOR_FACTS,
  readOperatorFacts,
  readSiteConfig,
  type OperatorFacts,
} from '@jawhara/contract';
import { accountId, type OrderId } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, network } from '../../api/test/network.ts';
import { countPaidRecipient } from '../../browser/storage/recipients.ts';
import { act, plain, render, screen, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { FIELDS } from '../methods/card/test/card-samples.ts';

const FACTS = Object.fromEntries(OPERATOR_FACTS.map((name) => [name, name])) as unknown as OperatorFacts;
const AGE = 'الدفع لمن أتمّ 18 سنة، أو بإذن ولي الأمر.';
const VAT = 'السعر شامل ضريبة القيمة المضافة.';

/** Renders the line for a visit without stored data. */
async function show(isVatIncluded: boolean): Promise<HTMLElement> {
  network.use(
    answer(readOperatorFacts, { ...FACTS, minimum_age: '18' }),
    answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, isVatIncluded }),
  );
  await import('../../words/test/all-words.ts');
  const { ConsentLine } = await import('./consent-line.tsx');
  return render(<ConsentLine />).container;
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0));
});

it('the consent sentence is complete and links to its three documents', async () => {
  const container = await show(false);
  expect(plain(container.textContent)).toBe(word('legal.consent'));
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['اتفاقية المستخدم', '/?page=agreement'],
    ['سياسة الخصوصية', '/?page=privacy'],
    ['سياسة الاسترداد', '/?page=refunds'],
  ]);
});

describe('[UX 2.3] under the consent', () => {
  it('before the first payment the consent shows the minimum age, and the tax where prices include it', async () => {
    await show(true);
    await screen.findByText(VAT);
    expect(plain((await screen.findByText(/ولي الأمر/)).textContent)).toBe(AGE);
  });

  it('a payer who has paid before sees no minimum age, and no tax where prices do not include it', async () => {
    countPaidRecipient(accountId(7), '0190f0a0-0000-7000-8000-000000000001' as OrderId);
    await show(false);
    await waitFor(() =>
      expect([requestsTo(readOperatorFacts), requestsTo(readSiteConfig)]).not.toContainEqual([]),
    );
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByText(/ولي الأمر/)).toBeNull();
    expect(screen.queryByText(VAT)).toBeNull();
  });
});
