import { findRecipient, listGemPacks, listSavedCards } from '@jawhara/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { storedLastPayCard } from '../../host/stored-pay-method.ts';
import { testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import { card, newServer, stubServer } from '../pay-step/test/steps-server.ts';
import { chooseBoth } from '../pay-step/test/steps-shop.tsx';

const BANNED = 20_001;
const TRIES_MAX = 200;

let screen: TestScreen | null = null;

/** Answers that wait until a test lets them come, by their path. */
let held: Map<string, { readonly isHere: Promise<void>; readonly resolve: () => void }>;

function waitFor(path: string): Promise<void> {
  let resolve = (): void => undefined;
  const isHere = new Promise<void>((come) => {
    resolve = come;
  });
  const here = held.get(path) ?? { isHere, resolve };
  held.set(path, here);
  return here.isHere;
}

/** A visit to a server that answers these paths late, and finds the recipient banned where a test says so. */
async function visit(late: readonly string[], isBanned = false): Promise<void> {
  screen?.remove();
  vi.resetModules();
  stubServer(newServer({ cards: [card('4242')] }));
  const answer = globalThis.fetch;
  held = new Map();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, 'https://jawhara.test').pathname;
    if (late.includes(path)) await waitFor(path);
    if (isBanned && path === findRecipient.path)
      return Response.json({ result: BANNED, message: '', data: {} });
    return answer(url, init);
  });
  const { StepsRoutes } = await import('../pay-step/test/steps-routes.tsx');
  history.replaceState(null, '', '/pay');
  screen = testScreen();
  screen.render(<StepsRoutes />);
}

const find = (testId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const press = (testId: string): void => act(() => find(testId)?.click());
const settle = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve, 15)));

async function waitUntil(isThere: () => boolean): Promise<void> {
  for (let tries = 0; !isThere(); tries += 1) {
    if (tries === TRIES_MAX) throw new Error(`not in ${document.body.textContent}`);
    await settle();
  }
}

const see = (selector: string): Promise<void> => waitUntil(() => document.querySelector(selector) !== null);

/** Lets the answers to a path come, those to later questions too. */
async function come(path: string): Promise<void> {
  await waitUntil(() => held.has(path));
  held.get(path)?.resolve();
}

const chosen = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-testid=methods] [aria-checked=true]')].map(
    (row) => row.dataset['testid'],
  );

beforeEach(chooseBoth);
afterEach(() => {
  screen?.remove();
  screen = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a new card pressed before the saved cards are there', () => {
  const LATE = [listGemPacks.path, listSavedCards.path];

  it('without a press the saved card stands chosen when it comes', async () => {
    await visit(LATE);
    await come(listGemPacks.path);
    await come(listSavedCards.path);
    await see('[data-testid=method-4242]');
    expect(chosen()).toEqual(['method-4242']);
  });

  it('stays chosen when they come, also when nothing but that row was there to press', async () => {
    storedLastPayCard.write(card('4242').sourceId);
    await visit(LATE);
    press('method-new-card');
    await come(listGemPacks.path);
    await come(listSavedCards.path);
    await see('[data-testid=all-cards]');
    expect(chosen()).toEqual(['method-new-card']);
    expect(storedLastPayCard.read()).toBeNull();
  });

  it('is what pay goes on with, even before the list of methods is there', async () => {
    await visit([]);
    await see('[data-testid=method-4242]');
    // The packs are kept from that visit, so the next one can pay at once.
    await visit([]);
    press('method-new-card');
    press('pay-now');
    expect(location.pathname + location.search).toBe('/pay-step?step=card');
  });
});

describe('[UX 2.3] pay, pressed while something is missing, goes to the gap', () => {
  /** Presses pay; what has the focus then, which must also have been scrolled to. */
  function placeAfterPay(): Element | null {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    press('pay-now');
    expect(scroll.mock.contexts[0]).toBe(document.activeElement);
    return document.activeElement;
  }

  it('no pack: the first one has the focus, not the group around it, which has no box to scroll to', async () => {
    storedChosenAmount.forget();
    await visit([]);
    await see('[data-testid=pack-499]');
    expect(placeAfterPay()).toBe(find('pack-499'));
  });

  it('nobody to pay for: the field for the id', async () => {
    localStorage.clear();
    await visit([]);
    await see('[data-testid=pack-499]');
    expect(placeAfterPay()).toBe(document.querySelector('[data-testid=recipient-section] input'));
  });

  it('somebody who was refused: the way to another person', async () => {
    await visit([], true);
    await see('.recipient-card.refused');
    expect(placeAfterPay()).toBe(find('recipient-change'));
  });
});
