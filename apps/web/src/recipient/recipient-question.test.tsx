import { accountId, type DisplayId, type Recipient } from '@jawhara/domain';
import * as fc from 'fast-check';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '../api/test/network.ts';
import {
  confirmRecipient,
  rememberRecipient,
  storedConfirmedRecipients,
  storedRecipient,
  storedRecipientHistory,
} from '../browser/storage/recipients.ts';
import { act, plain, render, screen, userEvent, waitFor, within } from '../ui/test/library.ts';
import { recipientQuestion } from './recipient-question.ts';
import { RecipientSection } from './recipient-section.tsx';
import { useRecipient } from './use-recipient.ts';

const DIGITS = Array.from('0123456789');

function person(id: number, displayId: string, nickname: string): Recipient {
  return { accountId: accountId(id), displayId: displayId as DisplayId, nickname, iconUrl: null };
}

const YES = 'نعم، هذا هو';
const NO = 'لا، تعديل المعرّف';
const TAKE_SAVED = 'اختيار الحساب السابق';
const KEEP_TYPED = 'إبقاء المعرّف المكتوب';

const NOURA = person(11, '5048213', 'نورة');
const SLIPPED = person(12, '5048218', 'سعد');
const STRANGER = person(13, '7000001', 'ريم');

describe('the question about a similar or new recipient', () => {
  const withDigit = (id: string, at: number, digit: string) => id.slice(0, at) + digit + id.slice(at + 1);
  const swapped = (id: string, at: number) =>
    id.slice(0, at) + id.charAt(at + 1) + id.charAt(at) + id.slice(at + 2);
  const ids = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 5, maxLength: 12 }), {
    minLength: 1,
    maxLength: 40,
  });
  const historyOf = (displayIds: readonly string[]) =>
    displayIds.map((displayId, nth) => person(nth + 1, displayId, `N${nth}`));

  it('an id with one changed digit or one swap of digits asks whether the saved recipient was meant', () => {
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
            const prompted = recipientQuestion(recipient, [recipient, ...history]);
            expect(prompted.kind).toBe('did-you-mean');
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('an id that resembles no saved id leads only to the confirmation of a new recipient', () => {
    const prompted = recipientQuestion(STRANGER, [STRANGER, NOURA, SLIPPED]);
    expect(prompted).toEqual({ kind: 'is-it-them', recipient: STRANGER });
  });

  it('a recipient who may not be recharged is not suggested', () => {
    const barred = new Map([[NOURA.accountId, 'no']]);
    const prompted = { kind: 'is-it-them', recipient: SLIPPED };
    expect(recipientQuestion(SLIPPED, [SLIPPED, STRANGER, NOURA], barred)).toEqual(prompted);
  });

  it('an id that differs in one digit from a saved one suggests the saved recipient', () => {
    const prompted = { kind: 'did-you-mean', recipient: SLIPPED, saved: NOURA };
    expect(recipientQuestion(SLIPPED, [SLIPPED, STRANGER, NOURA])).toEqual(prompted);
  });
});

describe('the question before the first payment', () => {
  const goOn = vi.fn<() => void>();

  /** A page whose press waits for the payer's answer, as with the guards of the checkout. */
  function Screen() {
    const chosen = useRecipient();
    const [isOpen, setIsOpen] = useState(false);
    const onClose = (): void => setIsOpen(false);
    const onConfirm = (): void => {
      if (isOpen) goOn();
      onClose();
    };
    return (
      <>
        <RecipientSection chosen={chosen} confirmation={{ isOpen, onConfirm, onClose }} />
        <button type="button" onClick={() => (chosen.isNewFace ? setIsOpen(true) : goOn())}>
          pay
        </button>
      </>
    );
  }

  beforeEach(() => {
    localStorage.clear();
    goOn.mockClear();
  });

  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  const pay = () => press('pay');
  const sheet = () => screen.findByRole('dialog');
  /** Waits until the sheet's code is loaded, because before that a missing sheet proves nothing. */
  const sheetsLoaded = () => act(async () => void (await import('./new-face.tsx')));
  const noSheet = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const faces = async () =>
    within(await sheet())
      .getAllByTestId('asked-face')
      .map((face) => face.textContent);

  it('a new recipient must be confirmed once before the payment; the next payment needs no confirmation', async () => {
    rememberRecipient(NOURA);
    render(<Screen />);
    await sheetsLoaded();
    expect(screen.queryByRole('dialog')).toBeNull();
    await pay();
    expect(await faces()).toEqual([expect.stringContaining('نورة')]);
    expect(plain((await faces())[0])).toContain('5048213');
    expect(goOn).not.toHaveBeenCalled();
    await press(YES);
    expect(goOn).toHaveBeenCalledOnce();
    await noSheet();
    await pay();
    expect(goOn).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('declining a new recipient leads to the id field, and nothing is confirmed', async () => {
    rememberRecipient(NOURA);
    render(<Screen />);
    await pay();
    await press(NO);
    await screen.findByRole('textbox');
    expect(screen.queryByRole('button', { name: YES })).toBeNull();
    expect(goOn).not.toHaveBeenCalled();
    expect(storedConfirmedRecipients.read()).toBeNull();
  });

  it('a confirmed recipient needs no further confirmation, even when another saved id is similar', async () => {
    rememberRecipient(SLIPPED);
    rememberRecipient(NOURA);
    confirmRecipient(NOURA.accountId);
    render(<Screen />);
    await sheetsLoaded();
    expect(screen.queryByRole('dialog')).toBeNull();
    await pay();
    expect(goOn).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the sheet about a mistyped id shows both recipients; choosing the saved one removes the mistyped one', async () => {
    rememberRecipient(NOURA);
    render(<Screen />);
    act(() => rememberRecipient(SLIPPED));
    expect(await faces()).toEqual([expect.stringContaining('نورة'), expect.stringContaining('سعد')]);
    await press(TAKE_SAVED);
    await noSheet();
    expect(storedRecipient.read()?.accountId).toBe(NOURA.accountId);
    expect(storedRecipientHistory.read()?.map(({ displayId }) => displayId)).toEqual(['5048213']);
  });

  it('keeping the typed id instead of the suggested one confirms the recipient: pay needs no further confirmation', async () => {
    rememberRecipient(NOURA);
    rememberRecipient(SLIPPED);
    render(<Screen />);
    await press(KEEP_TYPED);
    await noSheet();
    await pay();
    expect(goOn).toHaveBeenCalledOnce();
  });

  it('the sheet about an id similar to a saved one, closed without an answer, opens again before the payment', async () => {
    rememberRecipient(NOURA);
    rememberRecipient(SLIPPED);
    render(<Screen />);
    await screen.findByRole('button', { name: KEEP_TYPED });
    await press('إغلاق النافذة');
    await noSheet();
    await pay();
    await screen.findByRole('button', { name: KEEP_TYPED });
    expect(goOn).not.toHaveBeenCalled();
  });

  it('an invalid stored list of confirmed recipients is read as empty', () => {
    for (const text of ['{', '"x"', '{}', '[null,-1,"a"]']) {
      localStorage.setItem('jawhara.confirmed_recipients', text);
      expect(storedConfirmedRecipients.read() ?? []).toEqual([]);
    }
  });
});
