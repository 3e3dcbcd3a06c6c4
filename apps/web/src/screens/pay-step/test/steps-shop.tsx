import { usdCents, type PayWith } from '@jawhara/domain';
import { act } from 'react';
import { vi } from 'vitest';
import type { CardChannel } from '../../../checkout/card/card-channel.ts';
import type { FieldsHandlers, KeptCard } from '../../../checkout/card/card-fields.ts';
import { fakeFields, type FakeFields } from '../../../checkout/card/test/fake-fields.ts';
import { storedChosenAmount } from '../../../host/stored-purchase.ts';
import { rememberRecipient, storedConfirmedRecipients } from '../../../host/stored-recipients.ts';
import { testScreen } from '../../../ui/test/test-screen.tsx';
import { NOURA, stubServer, type StepsServer } from './steps-server.ts';

const SEE_TRIES_MAX = 80;

/** The hosted fields of every provider, filled in when a test says so. */
export const fields: { card: FakeFields; cvv: FakeFields; opened: string[] } = {
  card: fakeFields(() => ({ token: 'tok_new_card' })),
  cvv: fakeFields(() => ({ token: 'tok_of_cvv' })),
  opened: [],
};

function freshFields(): void {
  fields.card = fakeFields((): PayWith => ({ token: 'tok_new_card' }));
  fields.opened = [];
}

/** In the place of the module that opens a provider's fields. */
export const fakeOpening = {
  openCardFields({ provider }: CardChannel, _element: HTMLElement, handlers: FieldsHandlers) {
    fields.opened.push(`card ${provider}`);
    return fields.card.open(handlers);
  },
  openCvvField(
    { provider }: CardChannel,
    { sourceId }: KeptCard,
    _element: HTMLElement,
    handlers: FieldsHandlers,
  ) {
    fields.opened.push(`cvv ${provider} ${sourceId}`);
    fields.cvv = fakeFields((): PayWith => ({ sourceId, cvvToken: 'tok_of_cvv' }));
    return fields.cvv.open(handlers);
  },
};

export interface StepsPage {
  find(testId: string): HTMLElement | null;
  /** Waits for it: a part of the page that is loaded when it is needed. */
  see(testId: string): Promise<HTMLElement>;
  all(testId: string): HTMLElement[];
  text(): string;
  press(testId: string): Promise<void>;
  type(testId: string, text: string): Promise<void>;
  /** Waits for the provider's fields. */
  opened(): Promise<readonly string[]>;
  fill(which: 'card' | 'cvv'): Promise<void>;
  /** The arrow in the bar. */
  back(): Promise<void>;
  asked(path: string): Record<string, unknown>[];
  settle(): Promise<void>;
  close(): void;
}

const past: { state: unknown; url: string }[] = [];

/** The test's browser leaves the page on Back; a real one tells the page, which is what is tested. */
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

const heard: EventListenerOrEventListenerObject[] = [];

/** What a visit hears of Back ends with it: its modules are not those of the next one. */
function hearBack(): void {
  if (vi.isMockFunction(globalThis.addEventListener)) return;
  const { addEventListener } = globalThis;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type, listener, ...how) => {
    if (type === 'popstate') heard.push(listener);
    addEventListener.call(globalThis, type, listener as EventListener, ...how);
  });
}

function stopHearingBack(): void {
  for (const listener of heard.splice(0)) globalThis.removeEventListener('popstate', listener);
}

/** Somebody who has confirmed whom for and chosen a pack. */
export function chooseBoth(): void {
  localStorage.clear();
  rememberRecipient(NOURA);
  storedConfirmedRecipients.write([NOURA.accountId]);
  storedChosenAmount.write(usdCents(999));
}

function typeInto(input: HTMLInputElement, text: string): void {
  act(() => {
    // React listens for what its own setter did not do.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** A visit: nothing of an earlier one is left but what the device has kept. */
export async function visit(address: string, server: StepsServer): Promise<StepsPage> {
  vi.resetModules();
  stubServer(server);
  freshFields();
  playHistory();
  hearBack();
  history.replaceState(null, '', address);
  const { StepsRoutes } = await import('./steps-routes.tsx');
  const screen = testScreen();
  const { element } = screen;
  const settle = () =>
    act(async () => {
      let seen = -1;
      for (let quiet = 0; quiet < 4; quiet = seen === server.calls.length ? quiet + 1 : 0) {
        seen = server.calls.length;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    });
  // A step that is hidden behind another is not what the payer sees.
  const all = (testId: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`)].filter(
      (one) => one.closest('[hidden]') === null,
    );
  const see = async (testId: string): Promise<HTMLElement> => {
    for (let tries = 0; all(testId).length === 0; tries += 1) {
      if (tries === SEE_TRIES_MAX) throw new Error(`${testId} is not in "${element.textContent}"`);
      await settle();
    }
    return all(testId)[0] as HTMLElement;
  };
  const opened = async (): Promise<readonly string[]> => {
    for (let tries = 0; fields.opened.length === 0 && tries < SEE_TRIES_MAX; tries += 1) await settle();
    return fields.opened;
  };
  screen.render(<StepsRoutes />);
  await settle();
  return {
    find: (testId) => all(testId)[0] ?? null,
    see,
    all,
    text: () => element.textContent ?? '',
    async press(testId) {
      const target = await see(testId);
      act(() => target.click());
      await settle();
    },
    async type(testId, text) {
      typeInto((await see(testId)) as HTMLInputElement, text);
      await settle();
    },
    opened,
    async fill(which) {
      await opened();
      act(() => fields[which].change(true));
      await settle();
    },
    async back() {
      const bars = [...element.querySelectorAll<HTMLElement>('.app-bar button')];
      act(() => bars.find((one) => one.closest('[hidden]') === null)?.click());
      await settle();
    },
    asked: (path) => server.calls.filter((call) => call.path === path).map(({ body }) => body),
    settle,
    close() {
      screen.remove();
      stopHearingBack();
    },
  };
}
