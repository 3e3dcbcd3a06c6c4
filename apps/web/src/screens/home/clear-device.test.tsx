import { forgetDevice } from '@jawhara/contract';
import { TOAST_SHOWN_MS } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { currentToast, render, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { HomeMenu } from './home-menu.tsx';

const ours = () => Object.keys(localStorage).filter((key) => key.startsWith('jawhara.'));

beforeEach(() => {
  localStorage.clear();
  rememberRecipient(NOURA);
  storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 0 });
  sessionStorage.setItem('jawhara.welcome', 'N');
  localStorage.setItem('neighbour', 'stays');
  render(<HomeMenu onClose={() => undefined} />);
});
afterEach(() => vi.restoreAllMocks());

async function openQuestion(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: word('settings.clearDevice') }));
  return screen.findByRole('dialog', { name: word('settings.clearDevice') });
}
const press = async (name: string) =>
  userEvent.click(within(await openQuestion()).getByRole('button', { name }));

describe('clearing this device', () => {
  it('clearing the device needs a confirmation, and cancelling it deletes nothing', async () => {
    const before = ours();
    expect((await openQuestion()).textContent).toContain(word('settings.clearDeviceBody'));
    await userEvent.click(screen.getByRole('button', { name: word('common.cancel') }));
    await waitFor(() => expect(screen.queryByText(word('settings.clearDeviceBody'))).toBeNull());
    expect(ours()).toEqual(before);
    expect(requestsTo(forgetDevice)).toEqual([]);
  });

  it('clearing the device sends the session key, deletes our stored data and reloads the page', async () => {
    let key: string | null = null;
    network.use(
      answer(forgetDevice, (_request, headers) => {
        key = headers.get('x-session-key');
        return {};
      }),
    );
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    await press(word('common.confirm'));
    await waitFor(() => expect(currentToast()?.text).toBe(word('settings.clearDeviceDone')));
    expect(key).toBe('a'.repeat(64));
    expect(ours()).toEqual([]);
    expect(sessionStorage.getItem('jawhara.welcome')).toBeNull();
    expect(localStorage.getItem('neighbour')).toBe('stays');
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'), {
      timeout: TOAST_SHOWN_MS * 3,
    });
  });

  it('clearing the device deletes nothing when the request is lost, and can be tried again', async () => {
    network.use(answer(forgetDevice, LOST));
    await press(word('common.confirm'));
    await waitFor(() => expect(currentToast()?.text).toBe(word('net.error')));
    expect(ours()).toContain('jawhara.login');
    expect(screen.getByRole('button', { name: word('common.confirm') })).toBeDefined();
  });
});
