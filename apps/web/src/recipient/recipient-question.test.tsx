import '../words/load-recipient.ts';
import '../words/load-question.ts';
import { accountId, type DisplayId, type Recipient } from '@jawhara/domain';
import * as fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmRecipient } from '../host/confirm-recipient.ts';
import {
  rememberRecipient,
  storedConfirmedRecipients,
  storedRecipient,
  storedRecipientHistory,
} from '../host/stored-recipients.ts';
import { recipientQuestion } from './recipient-question.ts';
import { RecipientSection } from './recipient-section.tsx';
import { useRecipient } from './use-recipient.ts';
import type { GoOn } from './use-recipient-guard.ts';

const DIGITS = Array.from('0123456789');

function person(id: number, displayId: string, nickname: string): Recipient {
  return { accountId: accountId(id), displayId: displayId as DisplayId, nickname, iconUrl: null };
}

const NOURA = person(11, '5048213', 'نورة');
const SLIPPED = person(12, '5048218', 'سعد');
const STRANGER = person(13, '7000001', 'ريم');

describe('what is asked about a recipient', () => {
  const withDigit = (id: string, at: number, digit: string) => id.slice(0, at) + digit + id.slice(at + 1);
  const swapped = (id: string, at: number) =>
    id.slice(0, at) + id.charAt(at + 1) + id.charAt(at) + id.slice(at + 2);
  const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 5, maxLength: 12 }), {
    minLength: 1,
    maxLength: 40,
  });
  const historyOf = (displayIds: readonly string[]) =>
    displayIds.map((displayId, nth) => person(nth + 1, displayId, `N${nth}`));

  it('every changed digit and every swap of every saved id asks whether the saved one was meant', () => {
    fc.assert(
      fc.property(ids, (displayIds) => {
        const history = historyOf(displayIds);
        for (const saved of displayIds) {
          const slips = Array.from(saved, (_, at) => [
            swapped(saved, at),
            ...DIGITS.map((digit) => withDigit(saved, at, digit)),
          ]).flat();
          for (const typed of slips) {
            if (displayIds.includes(typed)) continue;
            const recipient = person(999, typed, 'X');
            const asked = recipientQuestion(recipient, [recipient, ...history]);
            expect(asked.kind).toBe('did-you-mean');
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('an id far from every saved one is only a new face', () => {
    const asked = recipientQuestion(STRANGER, [STRANGER, NOURA, SLIPPED]);
    expect(asked).toEqual({ kind: 'is-it-them', recipient: STRANGER });
  });

  it('an id one slip from a saved one names the saved one', () => {
    const asked = { kind: 'did-you-mean', recipient: SLIPPED, saved: NOURA };
    expect(recipientQuestion(SLIPPED, [SLIPPED, STRANGER, NOURA])).toEqual(asked);
  });
});

describe('the question before the first payment', () => {
  let root: Root;
  let host: HTMLElement;
  const goOn = vi.fn<GoOn>();

  function Screen() {
    const chosen = useRecipient();
    return (
      <>
        <RecipientSection chosen={chosen} />
        <button type="button" data-testid="pay" onClick={() => chosen.beforePaying(goOn)}>
          pay
        </button>
      </>
    );
  }

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network here')));
    localStorage.clear();
    goOn.mockClear();
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
  });
  afterEach(() => {
    act(() => root.unmount());
    host.remove();
    vi.unstubAllGlobals();
  });

  const find = (testId: string) => host.querySelector<HTMLElement>(`[data-testid=${testId}]`);
  /** Does something and waits for the sheets that load by themselves. */
  const perform = (work: () => void) =>
    act(async () => {
      work();
      await Promise.all([import('./new-face.tsx'), import('./recipient-search-sheet.tsx')]);
    });
  const show = () => perform(() => root.render(<Screen />));
  const press = (testId: string) => perform(() => find(testId)?.click());
  const sees = (testId: string) => expect(find(testId)).not.toBeNull();
  const faces = () =>
    [...host.querySelectorAll<HTMLElement>('[data-testid=asked-face]')].map((face) => face.textContent);

  it('a new face is shown large and confirmed once; after that nothing stands between the press and the card', async () => {
    rememberRecipient(NOURA);
    await show();
    expect(find('asked-face')).toBeNull();
    await press('pay');
    sees('recipient-yes');
    expect(goOn).not.toHaveBeenCalled();
    expect(faces()).toEqual([expect.stringContaining('نورة')]);
    expect(faces()[0]).toContain('5048213');
    await press('recipient-yes');
    expect(goOn).toHaveBeenCalledExactlyOnceWith({ replace: true });
    await press('pay');
    expect(goOn).toHaveBeenLastCalledWith({ replace: false });
    expect(find('recipient-yes')).toBeNull();
  });

  it('no leads to another id, and nothing is confirmed', async () => {
    rememberRecipient(NOURA);
    await show();
    await press('pay');
    sees('recipient-no');
    await press('recipient-no');
    sees('recipient-id');
    expect(find('recipient-yes')).toBeNull();
    expect(goOn).not.toHaveBeenCalled();
    expect(storedConfirmedRecipients.read()).toBeNull();
  });

  it('whoever was paid for is never asked about, however close another saved id is', async () => {
    rememberRecipient(SLIPPED);
    rememberRecipient(NOURA);
    confirmRecipient(NOURA.accountId);
    await show();
    expect(find('asked-face')).toBeNull();
    await press('pay');
    expect(goOn).toHaveBeenCalledExactlyOnceWith({ replace: false });
  });

  it('a slip is asked about at once with both faces; the saved one takes its place and the slip is forgotten', async () => {
    rememberRecipient(NOURA);
    await show();
    await perform(() => rememberRecipient(SLIPPED));
    sees('recipient-take-saved');
    expect(faces()).toEqual([expect.stringContaining('نورة'), expect.stringContaining('سعد')]);
    await press('recipient-take-saved');
    expect(storedRecipient.read()?.accountId).toBe(NOURA.accountId);
    expect(storedRecipientHistory.read()?.map(({ displayId }) => displayId)).toEqual(['5048213']);
    expect(find('asked-face')).toBeNull();
  });

  it('a typed id that is kept is confirmed by that: it is not asked about twice', async () => {
    rememberRecipient(NOURA);
    rememberRecipient(SLIPPED);
    await show();
    sees('recipient-keep-typed');
    await press('recipient-keep-typed');
    expect(find('asked-face')).toBeNull();
    await press('pay');
    expect(goOn).toHaveBeenCalledExactlyOnceWith({ replace: false });
  });

  it('a slip whose question was closed is asked about again before the payment', async () => {
    rememberRecipient(NOURA);
    rememberRecipient(SLIPPED);
    await show();
    sees('recipient-keep-typed');
    await perform(() => host.querySelector<HTMLElement>('.sheet-close')?.click());
    expect(find('asked-face')).toBeNull();
    await press('pay');
    sees('recipient-keep-typed');
    expect(goOn).not.toHaveBeenCalled();
  });

  it('a broken or foreign list of confirmed recipients is an empty one', () => {
    for (const text of ['{', '"x"', '{}', '[null,-1,"a"]']) {
      localStorage.setItem('jawhara.confirmed_recipients', text);
      expect(storedConfirmedRecipients.read() ?? []).toEqual([]);
    }
  });
});
