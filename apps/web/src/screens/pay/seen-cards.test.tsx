import { accountId } from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { logOut } from '@jawhara/contract';
import { storedLogin, storedSeenCards } from '../../browser/storage/login.ts';
import { endLogin } from '../../account/login/end-login.ts';
import { fireEvent, screen } from '../../ui/test/library.ts';
import { card, newServer, NOURA, type StepsServer } from '../pay-step/test/steps-server.ts';
import {
  choose,
  chooseBoth,
  method,
  PAY,
  press,
  seeChosen,
  seeSavedCard,
  visit,
} from '../pay-step/test/steps-shop.tsx';

const NEW_CARD = 'بطاقة جديدة';
const DATE = /^تنتهي/;
const GONE = /لم تعد البطاقة/;
const [newer, older] = [card('4242'), card('8210', { scheme: 'mastercard' })];

/** The next visit of a payer who has seen these cards; the list arrives when the test lets it. */
async function comeBack(next: Partial<StepsServer> = {}) {
  await visit('/pay', newServer({ cards: [newer, older] }));
  await method('8210');
  await screen.findAllByText(DATE);
  let come = (): void => undefined;
  const cardsWaitFor = new Promise<void>((resolve) => (come = resolve));
  const server = newServer({ cards: [newer, older], cardsWaitFor, ...next });
  await visit('/pay', server);
  return { server, cardsCome: () => come() };
}

const signIn = (id: number): void =>
  storedLogin.write({
    sessionKey: String(id).repeat(64).slice(0, 64),
    account: { ...NOURA, accountId: accountId(id) },
    storedAtMs: Date.now(),
  });
/** The kind of each card row: seen last time, or read now. */
const rows = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-testid=seen-card],[data-testid=saved-card]')].map(
    (row) => `${row.dataset['testid']} ${row.textContent.match(/\d{4}/)?.[0]}`,
  );

beforeEach(chooseBoth);

describe('[UX 2.3] saved cards shown from the device before the server responds', () => {
  it('saved cards are shown from this device before the server responds; their dates appear in the same rows', async () => {
    const { cardsCome } = await comeBack();
    expect(rows()).toEqual(['seen-card 4242', 'seen-card 8210']);
    await seeChosen('4242');
    expect(screen.queryByText(DATE)).toBeNull();
    cardsCome();
    await screen.findAllByText(DATE);
    expect(rows()).toEqual(['saved-card 4242', 'saved-card 8210']);
    await seeChosen('4242');
  });

  it('a card or "new card" chosen before the saved cards arrive stays selected, and no row disappears', async () => {
    const first = await comeBack();
    fireEvent.click(screen.getByRole('radio', { name: /8210/ }));
    first.cardsCome();
    await screen.findAllByText(DATE);
    await seeChosen('8210');

    const second = await comeBack();
    await seeChosen('8210'); // this selection is stored, so later visits begin with it
    fireEvent.click(screen.getByRole('radio', { name: NEW_CARD }));
    second.cardsCome();
    await screen.findAllByText(DATE);
    await seeChosen(NEW_CARD);
    expect(rows()).toHaveLength(2);
  });

  it('a press on pay before the saved cards arrive goes on with the chosen card once they have arrived', async () => {
    const { cardsCome } = await comeBack();
    await choose('8210');
    await press(PAY);
    cardsCome();
    await seeSavedCard('8210');
  });

  it('pay does not go on with another card when the chosen card is no longer saved', async () => {
    const { cardsCome } = await comeBack({ cards: [older] });
    await choose('4242');
    await press(PAY);
    cardsCome();
    await screen.findByText(GONE);
    await seeChosen('8210');
    expect(location.pathname).toBe('/pay');
  });

  it('choosing another pack while the saved cards are loading cancels the pressed payment', async () => {
    const { cardsCome } = await comeBack();
    await choose('8210');
    await press(PAY);
    fireEvent.click(await screen.findByRole('radio', { name: /4\.99/ }));
    cardsCome();
    await screen.findAllByText(DATE);
    await seeChosen('8210');
    expect(location.pathname).toBe('/pay');
    await press(PAY);
    await seeSavedCard('8210');
  });

  it('a stored card that the server no longer has is removed with a message', async () => {
    const { cardsCome } = await comeBack({ cards: [older] });
    cardsCome();
    expect((await screen.findByText(GONE)).textContent).toContain('Visa •••• 4242');
    expect(rows()).toEqual(['saved-card 8210']);
    await seeChosen('8210');
  });

  it('stored cards stay when the server’s list cannot be read, and pressing pay reads the list again', async () => {
    const { server, cardsCome } = await comeBack({ isCardListDown: true });
    cardsCome();
    await screen.findByTestId('retry-cards');
    expect(rows()).toEqual(['seen-card 4242', 'seen-card 8210']);
    server.isCardListDown = false;
    await press(PAY);
    await seeSavedCard('4242');
  });
});

describe('[CRD-09 in part] what the device stores of saved cards', () => {
  it('the device stores only scheme, last digits and card id of each saved card', async () => {
    await comeBack();
    expect(JSON.parse(localStorage.getItem('jawhara.seen_cards') ?? '')).toEqual({
      by: null,
      cards: [
        { source_id: 'src_4242', scheme: 'visa', last4: '4242' },
        { source_id: 'src_8210', scheme: 'mastercard', last4: '8210' },
      ],
    });
  });

  it('cards stored for one account are shown neither to another account nor to a visitor after sign-out', async () => {
    signIn(7);
    await comeBack();
    expect(rows()).toHaveLength(2);
    const never = { cardsWaitFor: new Promise<void>(() => undefined) };
    signIn(8);
    await visit('/pay', newServer(never));
    await method(NEW_CARD);
    expect(rows()).toEqual([]);
    storedLogin.forget();
    await visit('/pay', newServer(never));
    await method(NEW_CARD);
    expect(rows()).toEqual([]);
  });

  it('logging out deletes the cards stored on the device', async () => {
    signIn(7);
    await comeBack();
    expect(storedSeenCards.read()).not.toBeNull();
    network.use(answer(logOut, {}));
    await endLogin('here');
    expect(storedSeenCards.read()).toBeNull();
  });
});
