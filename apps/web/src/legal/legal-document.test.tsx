import { OPERATOR_FACTS, readOperatorFacts } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../api/test/network.ts';
import { act, plain, render, screen, userEvent, waitFor, within } from '../ui/test/library.ts';
import { BlocksView, FactsOfText, LineView } from './legal-sections.tsx';
import type { LegalText } from './legal-text.ts';
import { FACTS } from '../api/test/facts.ts';
import { text as termsAr } from './texts/agreement-1/ar.md';
import { text as privacyAr } from './texts/privacy-3/ar.md';
import { text as refundsAr } from './texts/refunds-1/ar.md';
import { text as termsEn } from './texts/agreement-1/en.md';
import { text as privacyEn } from './texts/privacy-3/en.md';
import { text as refundsEn } from './texts/refunds-1/en.md';
import type { LegalDocumentName } from '@jawhara/domain';

/** The mocked number of the newest agreement; null: the real one. */
const today = vi.hoisted(() => ({ agreement: null as number | null }));
vi.mock(import('@jawhara/domain'), async (original) => {
  const domain = await original();
  return {
    ...domain,
    get LEGAL_VERSIONS() {
      return today.agreement === null
        ? domain.LEGAL_VERSIONS
        : { ...domain.LEGAL_VERSIONS, agreement: today.agreement };
    },
    readLegalVersion: (name, text) =>
      today.agreement === null ? domain.readLegalVersion(name, text) : text === '1' ? 1 : today.agreement,
  };
});

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  document.documentElement.lang = 'ar';
  history.replaceState(null, '', '/');
});

async function show(name: LegalDocumentName): Promise<void> {
  const { LegalDocument } = await import('./legal-document.tsx');
  render(<LegalDocument name={name} />);
}

const sectionOf = (title: RegExp): HTMLDetailsElement => {
  const section = screen.getByText(title).closest('details');
  if (section === null) throw new Error(`no section ${String(title)}`);
  return section;
};
const openSections = (): number => document.querySelectorAll('details[open]').length;

describe('the placeholders', () => {
  it.each([
    ['ar', [termsAr, privacyAr, refundsAr]],
    ['en', [termsEn, privacyEn, refundsEn]],
  ] as const)('all placeholders of the legal texts in %s are filled in', (_language, texts) => {
    const whole = ({ title, effective, inShort, sections }: LegalText) => (
      <div key={title}>
        <LineView line={effective} />
        <BlocksView blocks={inShort.blocks} />
        {sections.map(({ number, blocks }) => (
          <BlocksView key={number} blocks={blocks} />
        ))}
      </div>
    );
    const { container } = render(<FactsOfText value={FACTS}>{texts.map(whole)}</FactsOfText>);
    const shown = plain(container.textContent);
    expect(shown).not.toMatch(/[{}]/);
    for (const fact of OPERATOR_FACTS) expect(shown).toContain(FACTS[fact]);
  });
});

describe('a legal text', () => {
  beforeEach(() => network.use(answer(readOperatorFacts, FACTS)));

  it('a legal text shows its date, its summary and all sections, with the first section open', async () => {
    await show('privacy');
    expect(await screen.findByRole('heading', { name: 'باختصار' })).toBeDefined();
    expect(screen.getByText(/تسري من/).textContent).toContain('(effective_date)');
    const sections = document.querySelectorAll('details');
    expect(sections).toHaveLength(privacyAr.sections.length);
    for (const section of sections) expect(within(section).getAllByRole('heading')).toHaveLength(1);
    expect([...sections].filter((section) => section.open)).toEqual([sections[0]]);
  });

  it('[APP-19] a legal text on an English page is in English, with the operator’s facts in English', async () => {
    document.documentElement.lang = 'en';
    await import('../words/english.ts');
    await show('refunds');
    expect(await screen.findByRole('heading', { name: refundsEn.inShort.title })).toBeDefined();
    expect(document.querySelectorAll('details')).toHaveLength(refundsEn.sections.length);
    expect(requestsTo(readOperatorFacts)).toMatchObject([{ language: 'en' }]);
    expect(Object.keys(localStorage)).toContain('jawhara.operator_facts_en');
  });

  it('all sections of a legal text open and close with one press, and a section can be opened by itself', async () => {
    await show('refunds');
    await userEvent.click(await screen.findByRole('button', { name: 'فتح كل الأقسام' }));
    expect(openSections()).toBe(refundsAr.sections.length);
    await userEvent.click(screen.getByRole('button', { name: 'إغلاق كل الأقسام' }));
    expect(openSections()).toBe(0);
    const section = sectionOf(/كيف تطلب الاسترداد/);
    act(() => {
      section.open = true;
      section.dispatchEvent(new Event('toggle'));
    });
    expect(openSections()).toBe(1);
    expect(screen.getByRole('button', { name: 'فتح كل الأقسام' })).toBeDefined();
  });

  it('a link to a section of a legal text opens that section, also after the page has loaded', async () => {
    history.replaceState(null, '', '/?page=agreement#10');
    await show('agreement');
    expect((await screen.findByText(/الاعتراض لدى البنك والحظر/)).closest('details')?.open).toBe(true);
    expect(sectionOf(/^من نحن$/).open).toBe(false);
    history.replaceState(null, '', '/?page=agreement#3');
    act(() => void dispatchEvent(new Event('hashchange')));
    await waitFor(() => expect(sectionOf(/من يحق له الدفع/).open).toBe(true));
  });

  it('a legal text is printed with every section open', async () => {
    await show('agreement');
    await screen.findByRole('button', { name: 'فتح كل الأقسام' });
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(openSections()).toBe(termsAr.sections.length);
  });

  it('a legal text links to e-mail, WhatsApp and the providers’ privacy pages', async () => {
    await show('privacy');
    await userEvent.click(await screen.findByRole('button', { name: 'فتح كل الأقسام' }));
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const href of [
      'mailto:help@jawhara.example',
      'https://wa.me/966500000000',
      'https://checkout.example/privacy',
      'https://adyen.example/privacy',
    ])
      expect(hrefs).toContain(href);
  });

  it('a legal table is shown as a list on a phone, with the column name in each cell', async () => {
    await show('privacy');
    await userEvent.click(await screen.findByRole('button', { name: 'فتح كل الأقسام' }));
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByText('مدة الاحتفاظ').every((name) => name.tagName === 'DT')).toBe(true);
  });
});

describe('without the operator’s facts', () => {
  it('without the operator’s facts a legal text shows its summary only, and a retry loads the text', async () => {
    network.use(answer(readOperatorFacts, LOST));
    await show('agreement');
    expect(await screen.findByText('تعذّر تحميل النص.')).toBeDefined();
    expect(screen.getByText('لكل طلب رقم، وبه نتابع أي مشكلة.')).toBeDefined();
    network.use(answer(readOperatorFacts, FACTS));
    await userEvent.click(screen.getByRole('button', { name: 'إعادة المحاولة' }));
    expect(await screen.findByRole('heading', { name: 'باختصار' })).toBeDefined();
  });

  it('a legal text uses the operator’s facts stored by an earlier visit when they cannot be loaded', async () => {
    localStorage.setItem('jawhara.operator_facts', JSON.stringify(FACTS));
    network.use(answer(readOperatorFacts, LOST));
    await show('refunds');
    expect(await screen.findByRole('heading', { name: 'باختصار' })).toBeDefined();
  });
});

describe('[T 17.1] a text that has changed since', () => {
  beforeEach(() => {
    today.agreement = 2;
    network.use(answer(readOperatorFacts, FACTS));
  });
  afterEach(() => {
    today.agreement = null;
  });

  it('an earlier version of a legal text is shown by its number in the link, with a link to the current one', async () => {
    history.replaceState(null, '', '/?page=agreement&version=1');
    await show('agreement');
    await screen.findByText(termsAr.sections[0]?.title ?? '', { exact: false });
    const current = screen.getByRole('link', { name: 'قراءة النسخة الحالية' });
    expect(current.getAttribute('href')).toBe('/?page=agreement');
  });

  it('an earlier version of a legal text is not shown in place of a current one that is missing', async () => {
    history.replaceState(null, '', '/?page=agreement');
    await show('agreement');
    await screen.findByText('تعذّر تحميل النص.');
  });
});
