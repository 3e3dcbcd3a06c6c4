import { logOut, logOutEverywhere } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../api/test/accounts.ts';
import { answer, requestsTo, LOST, network } from '../api/test/network.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { act, currentToast, render, screen, userEvent, waitFor } from '../ui/test/library.ts';
import { word } from '../words/word.ts';
import { AccountChip } from './account-chip.tsx';

const STORED_LOGIN = { sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 0 };
const reload = vi.fn<() => void>();

beforeEach(() => {
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.restoreAllMocks();
  act(() => storedLogin.forget());
});

async function openSheet(): Promise<void> {
  storedLogin.write(STORED_LOGIN);
  render(<AccountChip label="label" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Noura' }));
  await screen.findByRole('dialog');
}

describe('who is signed in', () => {
  it('a visitor who is not signed in sees a link to the login screen', async () => {
    render(<AccountChip label="label" />);
    expect((await screen.findByRole('link', { name: 'label' })).getAttribute('href')).toBe('/login');
  });

  it('a signed-in payer sees their name, and a press shows their id', async () => {
    await openSheet();
    expect(screen.getByText(/5048213/)).toBeTruthy();
  });

  it('the account button becomes a login link when another tab signs out', async () => {
    storedLogin.write(STORED_LOGIN);
    render(<AccountChip label="label" />);
    await screen.findByRole('button', { name: 'Noura' });
    localStorage.removeItem('jawhara.login');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'jawhara.login' })));
    await screen.findByRole('link', { name: 'label' });
  });
});

describe('logging out', () => {
  it('logging out ends the session at the server, deletes it on this device and reloads the page', async () => {
    const keys: (string | null)[] = [];
    network.use(
      answer(logOut, (_request, headers) => {
        keys.push(headers.get('x-session-key'));
        return {};
      }),
    );
    await openSheet();
    await userEvent.click(screen.getByRole('button', { name: word('login.out') }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(keys).toEqual([STORED_LOGIN.sessionKey]);
    expect(storedLogin.read()).toBeNull();
  });

  it('logging out works on this device even when the request to the server is lost', async () => {
    network.use(answer(logOut, LOST));
    await openSheet();
    await userEvent.click(screen.getByRole('button', { name: word('login.out') }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(storedLogin.read()).toBeNull();
  });

  it('logging out everywhere takes effect only when the server confirms it', async () => {
    network.use(answer(logOutEverywhere, LOST));
    await openSheet();
    await userEvent.click(screen.getByRole('button', { name: word('login.outEverywhere') }));
    await waitFor(() => expect(currentToast()?.text).toBe(word('login.outEverywhereFailed')));
    expect(storedLogin.read()).toEqual(STORED_LOGIN);
    expect(reload).not.toHaveBeenCalled();

    network.use(answer(logOutEverywhere, {}));
    await userEvent.click(screen.getByRole('button', { name: word('login.outEverywhere') }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(storedLogin.read()).toBeNull();
    expect(requestsTo(logOutEverywhere).length).toBeGreaterThanOrEqual(1);
  });
});
