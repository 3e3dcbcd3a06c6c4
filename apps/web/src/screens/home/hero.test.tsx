import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedRecipient } from '../../browser/storage/recipients.ts';
import { fireEvent, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import type * as LookUpModule from '../../recipient/look-up.ts';
import { Hero } from './hero.tsx';

const held = vi.hoisted(() => ({ answered: (): void => undefined }));

/** Every look-up finds Noura; `answered` runs as soon as she is found, before the page has drawn her. */
vi.mock('../../recipient/look-up.ts', () => ({
  async lookUp(): ReturnType<typeof LookUpModule.lookUp> {
    // The page has drawn that the look-up is running.
    await new Promise((prompted) => setTimeout(prompted, 50));
    void (async () => {
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
      held.answered();
    })();
    return { kind: 'found', recipient: NOURA };
  },
}));

beforeEach(() => {
  held.answered = () => undefined;
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('the head of the start screen', () => {
  it('the start screen asks a visitor for an id', () => {
    render(<Hero />);
    expect(screen.getByTestId('recipient-id')).toBeDefined();
  });

  it('[UX 2.2] a press on continue goes to pay even before the found account is drawn', async () => {
    render(<Hero />);
    held.answered = () => screen.getByRole('button', { name: 'متابعة' }).click();
    await userEvent.type(screen.getByTestId('recipient-id'), NOURA.displayId);
    await waitFor(() => expect(location.pathname).toBe('/pay'));
    expect(storedRecipient.read()).toEqual(NOURA);
  });

  it('[UX 2.2] a letter typed right after the response does not discard the account that was found', async () => {
    render(<Hero />);
    const field = screen.getByTestId<HTMLInputElement>('recipient-id');
    held.answered = () => fireEvent.change(field, { target: { value: `${NOURA.displayId}x` } });
    await userEvent.type(field, NOURA.displayId);
    expect(await screen.findByText(NOURA.nickname)).toBeDefined();
  });

  it('[UX 2.2] the start screen shows the signed-in account, and one press chooses it as recipient', async () => {
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() });
    render(<Hero />);
    expect(screen.queryByTestId('recipient-id')).toBeNull();
    expect(screen.getByText(NOURA.nickname)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'متابعة' }));
    expect(location.pathname).toBe('/pay');
    expect(storedRecipient.read()).toEqual(NOURA);
  });
});
