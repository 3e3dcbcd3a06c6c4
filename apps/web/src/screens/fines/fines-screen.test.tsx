import { readFine, type FineInfo, type RefusalKind } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestsTo, LOST, answer, network, refuse } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { act, plain, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { newServer } from '../pay-step/test/steps-server.ts';
import { fakeOpening, press, visit } from '../pay-step/test/steps-shop.tsx';
import { FAHD_ID, fineOf, UNTIL, unpaid } from './test/fine-samples.ts';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const OF_FAHD = `/fines?fine=${FAHD_ID}`;
const see = (fine: FineInfo | null, address = OF_FAHD) => visit(address, newServer({ fine }));
const account = () => screen.findByTestId('fined-account');
const textOf = (element: HTMLElement): string => plain(element.textContent ?? '');
/** Failed requests are repeated twice with pauses, which takes long. */
const PATIENT = { timeout: 15_000 };
const noPayButton = () => expect(screen.queryByTestId('pay-now')).toBeNull();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the account whose fine is shown', () => {
  it('[FIN-04] a typed id looks up the fine of that account and shows its face', async () => {
    await see(fineOf(20), '/fines');
    await userEvent.type(await screen.findByRole('textbox'), FAHD_ID);
    expect(textOf(await account())).toContain('Fahd');
    expect(requestsTo(readFine)).toEqual([{ id: FAHD_ID }]);
    expect(location.search).toBe(`?fine=${FAHD_ID}`);
    await waitFor(() =>
      expect(document.activeElement?.contains(screen.getByTestId('fined-account'))).toBe(true),
    );
  });

  it('the fines page begins with the signed-in account, and another id can be typed', async () => {
    const own = { accountId: accountId(2001), displayId: FAHD_ID, nickname: 'Fahd', iconUrl: null };
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: own, storedAtMs: 0 });
    await see(fineOf(20), '/fines');
    await account();
    await userEvent.click(screen.getByTestId('fine-change'));
    expect(document.activeElement).toBe(await screen.findByRole('textbox'));
    noPayButton();
  });

  it.each<[RefusalKind, RegExp]>([
    ['not-found', /لم نجد حسابًا/],
    ['guest', /زائر|ضيف/],
    ['ludo-account', /لودو/],
  ])('the refusal "%s" of a fine look-up is shown, without a pay button', async (refusal, sentence) => {
    await visit('/fines', newServer());
    network.use(answer(readFine, refuse(refusal)));
    await userEvent.type(await screen.findByRole('textbox'), FAHD_ID);
    expect(await screen.findByText(sentence)).toBeDefined();
    noPayButton();
  });

  it('a link to an account without fines on this site offers to enter another account', async () => {
    await see(null);
    await press('حساب آخر');
    await screen.findByRole('textbox');
  });

  it('a fine that could not be loaded is loaded again by the retry button', async () => {
    await see(null, '/fines');
    network.use(answer(readFine, LOST));
    act(() => history.pushState(null, '', OF_FAHD));
    expect(await screen.findByText('تعذّر تحميل قيمة الغرامة.', {}, PATIENT)).toBeDefined();
    network.use(answer(readFine, fineOf(20)));
    await press('إعادة المحاولة');
    await account();
  });
});

describe('what the page says about the ban', () => {
  it('[FIN-02] a fine shows its amount, and the previous and next amounts that the server names', async () => {
    await see(fineOf(20));
    expect(textOf(await screen.findByTestId('fine-amount'))).toBe('$20.00');
    const rungs = within(screen.getByTestId('fine-ladder')).getAllByRole('listitem').map(textOf);
    expect(rungs).toEqual(['السابقة$10', 'هذه المرة$20', 'التالية$40', 'ثم$80']);
    expect(screen.getByText(/تتضاعف الغرامة/)).toBeDefined();
    expect(textOf(screen.getByTestId('ban-times'))).toBe('الحظر السابق بسبب الاسترداد: 1');
  });

  it('[FIN-02] a fine without previous and next amounts shows a single step', async () => {
    const fine = fineOf(20);
    const steps = { previousUsdCents: null, nextUsdCents: null, afterNextUsdCents: null };
    const standing = { ...fine.standing, ...steps, refundBanCount: 0 };
    await see({ ...fine, standing });
    await screen.findByTestId('fine-amount');
    expect(within(screen.getByTestId('fine-ladder')).getAllByRole('listitem')).toHaveLength(1);
    expect(textOf(screen.getByTestId('ban-times'))).toBe('الحظر السابق بسبب الاسترداد: 0');
  });

  it('[FIN-03] a ban that ends by itself shows its end date', async () => {
    await see(fineOf(20));
    expect(textOf(await screen.findByTestId('ban'))).toBe('محظور حتى 21/11/2026');
  });

  it('[FIN-03] a permanent ban is shown as permanent, with a support link and no pay button', async () => {
    await see(unpaid({ kind: 'permanent' }));
    expect(textOf(await screen.findByTestId('ban'))).toBe('محظور نهائيًا');
    expect(textOf(screen.getByTestId('nothing-to-pay'))).toContain('هذا الحظر نهائي');
    const support = screen.getByRole('link', { name: 'مراسلة الدعم' });
    expect(support.getAttribute('href')).toBe('/feedback?topic=ban-or-fine');
    noPayButton();
  });

  it('[FIN-03] a dated ban without a fine shows its end date and no pay button', async () => {
    await see(unpaid({ kind: 'none', until: UNTIL }));
    const said = textOf(await screen.findByTestId('nothing-to-pay'));
    expect(said).toContain('ينتهي هذا الحظر في 21/11/2026، ولا غرامة عليه.');
    noPayButton();
  });

  it('an account without a ban or fine owes nothing, and the page links to a top-up', async () => {
    await see(unpaid({ kind: 'none', until: null }));
    expect(textOf(await screen.findByTestId('nothing-to-pay'))).toContain('لا غرامة على هذا الحساب.');
    expect(screen.getByRole('link', { name: 'شحن الجواهر' }).getAttribute('href')).toBe('/pay');
    noPayButton();
  });
});
