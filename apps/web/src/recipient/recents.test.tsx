// The page imports these modules when it shows recipients. They are loaded here, so that no import ends after the last test.
import './recipient-question.ts';
import './refusal-parts.ts';
import { accountId, type DisplayId, type OrderId, type Recipient } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { countPaidRecipient, storedPaidRecipients } from '../browser/storage/recipients.ts';
import { plain, render, screen, within } from '../ui/test/library.ts';
import { RecentRecipients } from './recent-recipients.tsx';
import { RecipientSearchSheet } from './recipient-search-sheet.tsx';

const PAID = 'حسابات شحنت لها من قبل';
const LOOKED_UP = 'حسابات بحثت عنها مؤخرًا';
const person = (id: number, nickname: string): Recipient => ({
  accountId: accountId(id),
  displayId: String(5_048_213 + id) as DisplayId,
  nickname,
  iconUrl: null,
});
const [NOURA, SALEM, REEM] = [person(1, 'نورة'), person(2, 'سالم'), person(3, 'ريم')];
const order = (n: number) => `0190f0a0-0000-7000-8000-00000000000${n}` as OrderId;
const nothing = (): void => undefined;

const showPage = () =>
  render(
    <RecentRecipients history={[NOURA, SALEM, REEM]} selected={NOURA} onChoose={nothing} onOther={nothing} />,
  );
const showSearch = () =>
  render(
    <RecipientSearchSheet
      isOpen
      history={[SALEM, REEM]}
      onFound={nothing}
      onChoose={nothing}
      onClose={nothing}
    />,
  );
const facesIn = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .queryAllByTestId('recent-recipient')
    .map((face) => face.textContent);

beforeEach(() => localStorage.clear());

describe('[UX 2.3] the titles of recent recipients', () => {
  it('before any payment the recent recipients are the accounts that were looked up', () => {
    showPage();
    expect(screen.getByText(LOOKED_UP)).toBeDefined();
    expect(facesIn(LOOKED_UP)).toEqual([expect.stringContaining('سالم'), expect.stringContaining('ريم')]);
  });

  it('a visitor with a single account sees no list and no button for another id', () => {
    render(<RecentRecipients history={[NOURA]} selected={NOURA} onChoose={nothing} onOther={nothing} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByText(LOOKED_UP)).toBeNull();
  });

  it('once an account was paid for, the recent recipients are paid accounts only', () => {
    countPaidRecipient(REEM.accountId, order(1));
    showPage();
    expect(facesIn(PAID)).toEqual([expect.stringContaining('ريم')]);
    expect(screen.queryByText(LOOKED_UP)).toBeNull();
  });

  it('[FMT-01] a large number of payments to a recipient is shown in thousands (K), and read aloud in full', () => {
    storedPaidRecipients.write([
      { accountId: REEM.accountId, times: 1_234, orderId: null, firstMs: 1, lastMs: 1 },
      { accountId: SALEM.accountId, times: 1_000, orderId: null, firstMs: 1, lastMs: 1 },
    ]);
    showSearch();
    const [salem, reem] = ['سالم', 'ريم'].map((name) =>
      screen.getByRole('button', { name: new RegExp(name) }),
    );
    expect(plain(salem?.textContent)).toContain('شُحن 1000 مرة');
    expect(plain(reem?.querySelector('.micro [aria-hidden]')?.textContent)).toBe('شُحن 1.2K مرة');
    expect(screen.getByRole('button', { name: /شُحن 1234 مرة/ })).toBe(reem);
  });

  it('the search lists paid accounts with their number of payments, and looked-up accounts separately', () => {
    countPaidRecipient(REEM.accountId, order(1));
    countPaidRecipient(REEM.accountId, order(2));
    showSearch();
    const part = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(part(PAID)).toContain('ريم');
    expect(part(PAID)).toContain('شُحن مرتين');
    expect(part(PAID)).not.toContain('سالم');
    expect(part(LOOKED_UP)).toContain('سالم');
    expect(part(LOOKED_UP)).not.toContain('شُحن');
  });

  it('an order that is counted twice adds only one payment to its recipient’s number', () => {
    countPaidRecipient(REEM.accountId, order(1));
    countPaidRecipient(REEM.accountId, order(1));
    expect(storedPaidRecipients.read()).toMatchObject([{ accountId: REEM.accountId, times: 1 }]);
  });
});
