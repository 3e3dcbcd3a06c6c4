import { DEFAULT_SITE_CONFIG, findRecipient, readSiteConfig } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, network, refuse } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { NOURA } from '../../api/test/accounts.ts';
import { rememberRoute } from '../../app/unknown-path.tsx';
import { storedGrayValue } from '../../browser/ids.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedSimulatedApp } from '../../host-app/current-host-app.ts';
import { render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { TestScreen } from './test-screen.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS }));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

async function open(): Promise<void> {
  history.replaceState(null, '', '/test?is_debug=1');
  render(<TestScreen />);
  await screen.findByTestId('test-board');
}
const chip = (name: string) => screen.getByRole('button', { name });

describe('the test screen without the debug flag', () => {
  it.each([
    ['after another route', '/pay?lan=ar', () => rememberRoute('pay')],
    ['opened first', '/?lan=ar', () => undefined],
    ['opened a second time', '/?lan=ar', () => rememberRoute('test')],
  ])(
    '[APP-11] the test screen without the debug flag redirects like an unknown path: %s',
    async (_when, led, arrange) => {
      arrange();
      history.replaceState(null, '', '/test?lan=ar');
      render(<TestScreen />);
      await waitFor(() => expect(location.pathname + location.search).toBe(led));
      expect(screen.queryByTestId('test-board')).toBeNull();
    },
  );
});

describe('the test screen with the debug flag', () => {
  it('the test screen shows the build version and shortens the session key', async () => {
    const sessionKey = `abcd${'0'.repeat(60)}`;
    storedLogin.write({ sessionKey, account: NOURA, storedAtMs: 0 });
    await open();
    const build = screen.getByTestId('test-build').textContent;
    expect(build).toContain(__SITE_VERSION__);
    expect(build).toContain('abcd… (64)');
    expect(document.body.innerHTML).not.toContain(sessionKey.slice(0, 12));
    expect(screen.getByText('صفحة داخلية للفريق. لا تُجرى فيها مدفوعات حقيقية.')).toBeDefined();
  });

  it('pressing a sample account on the test screen makes it the recipient, or shows its refusal', async () => {
    network.use(answer(findRecipient, refuse('banned')));
    await open();
    await userEvent.click(chip('banned'));
    await waitFor(() => expect(screen.getByTestId('test-account').textContent).toContain('20001'));
    network.use(answer(findRecipient, { ...NOURA }));
    await userEvent.click(chip('normal'));
    await waitFor(() => expect(location.pathname).toBe('/pay'));
  });

  it.each(['balance', 'expire', 'verify', 'high-risk', 'other', 'cancelled', 'lapsed', 'missing'])(
    'the test screen opens the result "%s"',
    async (outcome) => {
      await open();
      await userEvent.click(chip(outcome));
      expect(await screen.findByTestId('result')).toBeDefined();
    },
  );

  it('the test screen stores a value for gradual releases (gray value) from 0 to 99 and refuses others', async () => {
    storedGrayValue.write(7);
    await open();
    const field = screen.getByTestId('test-gray-field');
    await userEvent.clear(field);
    await userEvent.type(field, '130');
    await userEvent.click(screen.getByTestId('test-gray-save'));
    expect(storedGrayValue.read()).toBe(7);
    await userEvent.clear(field);
    await userEvent.type(field, '42');
    await userEvent.click(screen.getByTestId('test-gray-save'));
    expect(storedGrayValue.read()).toBe(42);
    expect(screen.getByTestId('test-gray').textContent).toContain('42');
  });

  it('choosing a simulated app on the test screen stores it and reloads the page', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    await open();
    expect(screen.queryByTestId('test-stop')).toBeNull();
    await userEvent.click(chip('android 30506'));
    expect(storedSimulatedApp.read()).toMatchObject({ platform: 'android', versionCode: 30_506 });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('the test screen clears the data of this site only', async () => {
    vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    localStorage.setItem('jawhara.x', '1');
    localStorage.setItem('neighbour', '1');
    await open();
    await userEvent.click(screen.getByTestId('test-clear'));
    expect([localStorage.getItem('jawhara.x'), localStorage.getItem('neighbour')]).toEqual([null, '1']);
  });
});
