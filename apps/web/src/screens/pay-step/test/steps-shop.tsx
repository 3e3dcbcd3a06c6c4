import { usdCents, type OrderedWith } from '@jawhara/domain';
import { afterEach, expect, vi } from 'vitest';
import { network } from '../../../api/test/network.ts';
import type { CardChannel } from '../../../checkout/methods/card/card-channel.ts';
import type { FieldsHandlers, SavedCardRef } from '../../../checkout/methods/card/fields/card-fields.ts';
import { fakeFields, type FakeFields } from '../../../checkout/methods/card/test/fake-fields.ts';
import { storedChosenAmount } from '../../../browser/storage/purchase.ts';
import { rememberRecipient, storedConfirmedRecipients } from '../../../browser/storage/recipients.ts';
import {
  act,
  leavePage,
  openNewPage,
  render,
  screen,
  userEvent,
  waitFor,
  within,
} from '../../../ui/test/library.ts';
import { pageLocale, word } from '../../../words/word.ts';
import { answersOf, endVisit, NOURA, type StepsServer } from './steps-server.ts';

/** The hosted fields of every provider, filled in when a test says so. */
export const fields: { card: FakeFields; cvv: FakeFields; opened: string[] } = {
  card: fakeFields(() => ({ token: 'tok_new_card' })),
  cvv: fakeFields(() => ({ token: 'tok_of_cvv' })),
  opened: [],
};

function freshFields(): void {
  fields.card = fakeFields((): OrderedWith => ({ token: 'tok_new_card' }));
  fields.opened = [];
}

/** Replaces the module that opens a provider's fields. */
export const fakeOpening = {
  openCardFields({ provider }: CardChannel, _element: HTMLElement, handlers: FieldsHandlers) {
    fields.opened.push(`card ${provider}`);
    return fields.card.open(handlers);
  },
  openCvvField(
    { provider }: CardChannel,
    { sourceId }: SavedCardRef,
    _element: HTMLElement,
    handlers: FieldsHandlers,
  ) {
    fields.opened.push(`cvv ${provider} ${sourceId}`);
    fields.cvv = fakeFields((): OrderedWith => ({ sourceId, cvvToken: 'tok_of_cvv' }));
    return fields.cvv.open(handlers);
  },
};

const past: { state: unknown; url: string }[] = [];

/** Makes history.back() notify the page by popstate, as a browser does; the test's own history would leave the page. */
function playHistory(): void {
  if (vi.isMockFunction(history.back)) return;
  const { pushState } = history;
  vi.spyOn(history, 'pushState').mockImplementation((...how) => {
    past.push({ state: history.state, url: location.href });
    pushState.apply(history, how);
  });
  vi.spyOn(history, 'back').mockImplementation(() => {
    const before = past.pop();
    setTimeout(() => {
      if (before !== undefined) history.replaceState(before.state, '', before.url);
      dispatchEvent(new PopStateEvent('popstate'));
    });
  });
}

const received: EventListenerOrEventListenerObject[] = [];

/** Collects the listeners for Back that a visit adds. They are removed at its end, because the next visit loads new modules. */
function hearBack(): void {
  if (vi.isMockFunction(globalThis.addEventListener)) return;
  const { addEventListener } = globalThis;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type, listener, ...how) => {
    if (type === 'popstate') received.push(listener);
    addEventListener.call(globalThis, type, listener as EventListener, ...how);
  });
}

/** Ends a visit and removes its listeners, so that its page receives no more events. */
async function leave(): Promise<void> {
  endVisit();
  await leavePage();
  for (const listener of received.splice(0)) globalThis.removeEventListener('popstate', listener);
}

/** Stores a recipient that the payer has confirmed, and a chosen pack. */
export function chooseBoth(): void {
  localStorage.clear();
  rememberRecipient(NOURA);
  storedConfirmedRecipients.write([NOURA.accountId]);
  storedChosenAmount.write(usdCents(999));
}

/** Opens the address in a new page: nothing of an earlier visit is left except the device's storage. */
export async function visit(address: string, server: StepsServer): Promise<void> {
  await leave();
  openNewPage();
  network.use(...answersOf(server));
  freshFields();
  playHistory();
  hearBack();
  history.replaceState(null, '', address);
  if (pageLocale() === 'en') await import('../../../words/english.ts');
  const { StepsRoutes } = await import('./steps-routes.tsx');
  render(<StepsRoutes />);
}
afterEach(leave);

export const stepNow = (): string | null => new URLSearchParams(location.search).get('step');
export const onPage = (): [string, string | null] => [location.pathname, stepNow()];

/** The text of the pay button, which ends with any amount. */
const payWhatever = (): RegExp => new RegExp(`^${word('pay.amount', { amount: '' }).trim()}`);
export const PAY = payWhatever();
export const CONFIRM = payWhatever();
const EXPIRY_FIELD = word('dlg.expiry.field');
const FIELDS_LOADING = word('card.loading');

/** Presses the button of this name as soon as it is shown. */
export async function press(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

/** Waits for the packs, then presses pay on their page: without packs the press only says what is missing. */
export async function pressPay(): Promise<void> {
  await screen.findByRole('radio', { name: /9\.99/, checked: true });
  await press(PAY);
}

/** The same as `press` in the sheet that lies above the page. */
export async function pressInSheet(name: string | RegExp): Promise<void> {
  await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
}

/** The row of a payment method, found by the last digits of a card or by the method's name. */
export function method(name: string): Promise<HTMLElement> {
  return screen.findByRole('radio', { name: new RegExp(name) });
}

/** Repeated until the method is selected: a row that is replaced when the list arrives misses the press, and a payer presses again. */
export async function choose(name: string): Promise<void> {
  await waitFor(async () => {
    await userEvent.click(await method(name));
    expect((await method(name)).getAttribute('aria-checked')).toBe('true');
  });
}

export async function seeChosen(name: string): Promise<void> {
  await screen.findByRole('radio', { name: new RegExp(name), checked: true });
  expect(screen.getAllByRole('radio', { checked: true }).filter(isMethod)).toHaveLength(1);
}

/** The packs are radio buttons too, so the test id decides. */
const isMethod = (row: HTMLElement): boolean => row.dataset['testid']?.startsWith('method-') === true;

/** Waits until the step shows this saved card as the one that will be charged. */
export async function seeSavedCard(last4: string): Promise<HTMLElement> {
  const row = await screen.findByTestId('kept-card');
  expect(row.textContent).toContain(last4);
  return row;
}

export async function seeResult(outcome: string): Promise<void> {
  await waitFor(() => expect(screen.getByTestId('result').dataset['outcome']).toBe(outcome));
}

export async function seeOpened(...opened: string[]): Promise<void> {
  await waitFor(() => expect(fields.opened).toEqual(opened));
}

/** Fills the provider's fields, when they are there. */
export async function fill(which: 'card' | 'cvv', confirm: string | RegExp = CONFIRM): Promise<void> {
  await screen.findByRole('button', { name: confirm, description: (held) => held !== FIELDS_LOADING });
  // The page of packs has a button of that name too, and a field that is not open yet ignores the press: repeated until the step reacts.
  await waitFor(() => {
    expect(location.pathname).toBe('/pay-step');
    act(() => fields[which].change(true));
    expect(screen.getByRole('button', { name: confirm }).getAttribute('aria-disabled')).toBeNull();
  });
}

export async function typeExpiry(text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: EXPIRY_FIELD });
  await userEvent.clear(field);
  await userEvent.type(field, text);
}
