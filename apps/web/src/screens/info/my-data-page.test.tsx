import '../../words/english.ts';
import { listSessions, readMyData, requestErasure } from '@jawhara/contract';
import { ERASURE_DUE_DAYS } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse, SILENCE } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedReports } from '../../browser/storage/reports.ts';
import { currentToast, plain, render, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { HomeMenu } from '../home/home-menu.tsx';
import { InfoSheet } from './info-sheet.tsx';

const AT = '2026-11-02T10:00:00.000Z';
/** The file as the server writes it. */
const DATA = {
  made_at: AT,
  account: { id: '5048213', name: 'Noura' },
  orders: [
    {
      number: 'JW-7F3K-20481',
      made_at: AT,
      for: '8841206',
      purpose: 'gems',
      price: '$9.99',
      gems: 1060,
      state: 'delivered',
      agreed_to: 'terms 1',
      asked_for_refund_at: AT,
    },
  ],
  recharged: [{ id: '8841206', name: 'Salem', times: 2, first: AT, last: AT }],
  saved_cards: [{ scheme: 'Visa', last4: '4242', expiry: '09/27', last_used_at: null }],
  reports: [
    {
      number: 'FB-1',
      sent_at: AT,
      topic: null,
      order: 'JW-7F3K-20481',
      contact: 'noura@example.com',
      text: 'No gems',
      answer: 'They are there',
    },
  ],
};
const FILE = JSON.stringify(DATA, null, 2);
const remembered = async (): Promise<string> => plain((await screen.findByTestId('my-data')).textContent);
const NUMBER = 'FB-7F3K-20481';
/** Failed requests are repeated twice with pauses, which takes long. */
const PATIENT = { timeout: 15_000 };

let nth = 0;
/** A new account for each test, because its answers are cached as long as the page lives. */
function logIn(): void {
  nth += 1;
  const account = { ...NOURA, accountId: (NOURA.accountId + nth) as typeof NOURA.accountId };
  storedLogin.write({ sessionKey: 'a'.repeat(64), account, storedAtMs: Date.now() });
}

beforeEach(() => {
  localStorage.clear();
  logIn();
  network.use(
    answer(readMyData, { file: FILE }),
    answer(listSessions, []),
    answer(requestErasure, { reportNumber: NUMBER }),
  );
});
afterEach(() => {
  document.documentElement.lang = 'ar';
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

const open = () => render(<InfoSheet page="my-data" />);
const button = (id: Parameters<typeof word>[0]) => screen.findByRole('button', { name: word(id) });
const question = () => screen.findByRole('dialog', { name: word('data.eraseTitle') });
const confirm = async () =>
  userEvent.click(within(await question()).getByRole('button', { name: word('common.confirm') }));

describe.each(['ar', 'en'] as const)('my data, in %s', (locale) => {
  beforeEach(() => {
    document.documentElement.lang = locale;
  });

  it('the menu has a link to the "my data" page', () => {
    render(<HomeMenu onClose={() => undefined} />);
    const link = screen.getByRole('link', { name: word('settings.myData') });
    expect(link.getAttribute('href')).toBe('/?page=my-data');
  });

  it('"my data" shows a loading text, then the data of the signed-in account', async () => {
    let key: string | null = null;
    let come: () => void = () => undefined;
    const waits = new Promise<void>((go) => (come = go));
    network.use(
      answer(readMyData, async (_request, headers) => {
        key = headers.get('x-session-key');
        await waits;
        return { file: FILE };
      }),
    );
    open();
    expect(await screen.findByText(word('data.loading'))).toBeDefined();
    come();
    expect(await remembered()).toContain('JW-7F3K-20481');
    expect(screen.queryByText(word('data.loading'))).toBeNull();
    expect(key).toBe('a'.repeat(64));
  });

  it('"my data" lists account, orders, recipients, cards and reports in the reader’s language', async () => {
    open();
    const text = await remembered();
    const names = ['5048213', 'Noura', 'Salem', '8841206', 'FB-1', 'noura@example.com', 'No gems'];
    const facts = ['$9.99', '02/11/2026', 'terms 1', 'Visa •••• 4242', '09/27', 'They are there'];
    const counts = [plain(word('count.gems', { n: 1060 })), plain(word('data.times', { n: 2 }))];
    for (const reported of names.concat(facts, counts, word('orders.done'))) expect(text).toContain(reported);
    expect(text).not.toMatch(/made_at|saved_cards|delivered|purpose/);
    for (const name of [
      'data.account',
      'data.orders',
      'data.recharged',
      'data.cards',
      'data.reports',
    ] as const)
      expect(screen.getByRole('list', { name: word(name) })).toBeDefined();
  });

  it('the page "my data" of a visitor without entries says in each section that there are none', async () => {
    const nothing = { made_at: AT, account: null, orders: [], recharged: [], saved_cards: [], reports: [] };
    network.use(answer(readMyData, { file: JSON.stringify(nothing) }));
    open();
    await screen.findByTestId('my-data');
    expect(screen.getAllByText(word('data.nothing'))).toHaveLength(4);
    expect(screen.queryByText(word('data.account'))).toBeNull();
  });

  it.each(['no JSON', '{"orders": 7}'])(
    'a "my data" file of an unknown format can be downloaded but is not listed: %s',
    async (file) => {
      network.use(answer(readMyData, { file }));
      open();
      expect(await button('data.download')).toBeDefined();
      expect(screen.queryByTestId('my-data')).toBeNull();
    },
  );

  it('when "my data" fails to load, an error is shown, and the retry button loads the data', async () => {
    network.use(answer(readMyData, LOST));
    open();
    expect(await screen.findByText(word('data.loadFailed'), {}, PATIENT)).toBeDefined();
    network.use(answer(readMyData, { file: FILE }));
    await userEvent.click(await button('common.retry'));
    expect(await screen.findByTestId('my-data')).toBeDefined();
  });

  it('the "my data" download saves the file exactly as received, under a dated name', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      saved.push(content as Blob);
      return 'blob:my-data';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    open();
    await userEvent.click(await button('data.download'));
    expect(await saved[0]?.text()).toBe(FILE);
    expect(names).toEqual([expect.stringMatching(/^jawhara-my-data-\d{4}-\d\d-\d\d\.json$/)]);
    expect(currentToast()?.text).toBe(word('data.downloaded'));
  });

  it('deleting my data needs a confirmation, which says how many days it takes; cancelling sends nothing', async () => {
    open();
    await userEvent.click(await button('data.erase'));
    const sheet = await question();
    expect(sheet.textContent).toContain(word('data.eraseBody', { n: ERASURE_DUE_DAYS }));
    expect(plain(sheet.textContent)).toContain('30');
    await userEvent.click(within(sheet).getByRole('button', { name: word('common.cancel') }));
    await waitFor(() => expect(screen.queryByText(word('data.eraseTitle'))).toBeNull());
    expect(requestsTo(requestErasure)).toEqual([]);
  });

  it('a request to delete my data shows its number and a link to follow it', async () => {
    open();
    await userEvent.click(await button('data.erase'));
    await confirm();
    await waitFor(() =>
      expect(plain(document.body.textContent)).toContain(plain(word('data.eraseDone', { number: NUMBER }))),
    );
    const follow = screen.getByRole('link', { name: word('data.eraseFollow') });
    expect(follow.getAttribute('href')).toBe(`/feedback-success?report=${NUMBER}`);
    expect(storedReports.read()).toMatchObject([{ reportNumber: NUMBER, isSignedIn: true }]);
    expect(screen.queryByRole('button', { name: word('common.confirm') })).toBeNull();
  });

  it('confirming the deletion of my data twice sends one request', async () => {
    network.use(answer(requestErasure, SILENCE));
    open();
    await userEvent.click(await button('data.erase'));
    await confirm();
    await confirm();
    await waitFor(() => expect(requestsTo(requestErasure)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: word('common.cancel') })).toBeNull();
  });

  it.each([
    ['was lost', LOST, (): string => word('data.eraseFailed')],
    [
      'is one too many',
      refuse('too-many-tries', { message: 'wait a little' }),
      (): string => 'wait a little',
    ],
  ] as const)(
    'a deletion request that %s shows the reason, and a second press sends it',
    async (_why, said, sentence) => {
      network.use(answer(requestErasure, said));
      open();
      await userEvent.click(await button('data.erase'));
      await confirm();
      expect(await screen.findByText(sentence())).toBeDefined();
      network.use(answer(requestErasure, { reportNumber: NUMBER }));
      await confirm();
      expect(await screen.findByRole('link', { name: word('data.eraseFollow') })).toBeDefined();
    },
  );
});
