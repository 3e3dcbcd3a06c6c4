import { DEFAULT_SITE_CONFIG, findRecipient, readSiteConfig, type AppLinks } from '@jawhara/contract';
import { accountId, type DisplayId, type Recipient } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network, refuse } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { plain, render, screen, userEvent } from '../../ui/test/library.ts';
import { storeOfDevice } from '../../browser/app-store.ts';

const SALEM: Recipient = {
  accountId: accountId(12),
  displayId: '8841206' as DisplayId,
  nickname: 'سالم',
  iconUrl: null,
};
const LINKS: AppLinks = {
  android: 'https://apk.example/a',
  huawei: 'https://huawei.example/h',
  apple: 'https://apple.example/i',
  google: 'https://google.example/g',
  alternative: null,
  open: null,
};

beforeEach(() => {
  localStorage.clear();
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, appLinks: LINKS }));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

/** Records the addresses that the page would open. */
function atLocation(): string[] {
  const opened: string[] = [];
  vi.spyOn(location, 'assign').mockImplementation((address) => void opened.push(String(address)));
  return opened;
}

const withLinks = (links: Partial<AppLinks>) =>
  answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, appLinks: { ...LINKS, ...links } });

async function show(query: string): Promise<void> {
  history.replaceState(null, '', `/share.html${query}`);
  const { ShareScreen } = await import('./share-screen.tsx');
  render(<ShareScreen />);
}
const title = async (): Promise<string> =>
  plain((await screen.findByRole('heading', { level: 1 })).textContent);

describe('an invitation', () => {
  it('an invitation names its sender, and its button leads to pay with the sender as recipient', async () => {
    network.use(answer(findRecipient, SALEM));
    await show('?info=8841206');
    expect(await title()).toBe('دعوة من سالم');
    await userEvent.click(screen.getByRole('button', { name: /اشحن إلى/ }));
    expect(location.pathname).toBe('/pay');
    const { storedRecipient } = await import('../../browser/storage/recipients.ts');
    expect(storedRecipient.read()).toEqual(SALEM);
  });

  it('an invitation without a sender looks up no account', async () => {
    await show('');
    expect(await title()).toBe('دعوة إلى التطبيق');
    expect(requestsTo(findRecipient)).toEqual([]);
    expect(screen.queryByText(/انتهت صلاحية الرابط/)).toBeNull();
  });

  it.each([
    ['is not an id', '?info=%7B%22a%22%7D', null],
    ['is unknown', '?info=8841207', refuse('not-found')],
  ])(
    'an invitation whose sender id %s is reported as invalid, and the app stores are linked',
    async (_why, query, said) => {
      if (said !== null) network.use(answer(findRecipient, said));
      await show(query);
      expect(await screen.findByText('انتهت صلاحية الرابط أو أنه غير صالح.')).toBeDefined();
      expect(await title()).toBe('دعوة إلى التطبيق');
      expect(await screen.findByRole('link', { name: 'App Store' })).toBeDefined();
    },
  );

  it.each([
    ['with another account’s data', { ...SALEM, displayId: '88412067' as DisplayId }],
    ['with a refusal for a guest account', refuse('guest')],
    ['that is lost', LOST],
  ] as const)(
    'an invitation whose look-up ends %s shows no name and no top-up button',
    async (_what, said) => {
      network.use(answer(findRecipient, said));
      await show('?info=8841206');
      expect(await title()).toBe('دعوة إلى التطبيق');
      expect(screen.queryByRole('button', { name: /اشحن إلى/ })).toBeNull();
    },
  );

  it('the app is opened with the sender’s id; when it does not open, the page leads to the app store', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const opened = atLocation();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)');
    network.use(answer(findRecipient, SALEM), withLinks({ open: 'jawhara-app://invite?a=1' }));
    await show('?info=8841206');
    await userEvent.click(await screen.findByTestId('open-app'));
    expect(opened).toEqual(['jawhara-app://invite?a=1&info=8841206']);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(opened.at(-1)).toBe(LINKS.apple);
    expect(await screen.findByText('نفتح متجر التطبيقات…')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Google Play' })).toBeDefined();
    vi.useRealTimers();
  });

  it('an invitation that opened the app does not lead to a store', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const opened = atLocation();
    network.use(answer(findRecipient, SALEM), withLinks({ open: 'https://app.example/invite' }));
    await show('?info=8841206');
    await userEvent.click(await screen.findByTestId('open-app'));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened).toEqual(['https://app.example/invite?info=8841206']);
    expect(screen.queryByText('نفتح متجر التطبيقات…')).toBeNull();
    vi.useRealTimers();
  });

  it('without a configured app link the invitation shows stores, but no button to open the app', async () => {
    network.use(answer(findRecipient, SALEM));
    await show('?info=8841206');
    expect(await screen.findByRole('link', { name: 'App Store' })).toBeDefined();
    expect(screen.queryByTestId('open-app')).toBeNull();
  });

  it('on a PC an invitation shows a QR code instead of the button to open the app', async () => {
    document.documentElement.classList.add('pc');
    network.use(answer(findRecipient, SALEM), withLinks({ open: 'https://app.example/invite' }));
    await show('?info=8841206');
    expect(await screen.findByRole('img', { name: 'رمز QR يفتح صفحة التنزيل' })).toBeDefined();
    expect(await screen.findByRole('link', { name: 'App Store' })).toBeDefined();
    expect(screen.queryByTestId('open-app')).toBeNull();
    document.documentElement.classList.remove('pc');
  });

  it('on a PC an invalid invitation shows no QR code', async () => {
    document.documentElement.classList.add('pc');
    network.use(answer(findRecipient, refuse('not-found')));
    await show('?info=8841206');
    expect(await screen.findByRole('link', { name: 'App Store' })).toBeDefined();
    expect(screen.queryByRole('img', { name: 'رمز QR يفتح صفحة التنزيل' })).toBeNull();
    document.documentElement.classList.remove('pc');
  });

  it('without a network the store links of an invitation are disabled', async () => {
    // Without a network the page has only the configuration that an earlier visit stored.
    const { useSiteConfig } = await import('../../api/use-site-config.ts');
    const { renderHook, waitFor } = await import('../../ui/test/library.ts');
    const site = renderHook(() => useSiteConfig());
    await waitFor(() => expect(site.result.current.kind).toBe('ready'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show('');
    const store = await screen.findByRole('link', { name: 'App Store' });
    expect(store.getAttribute('aria-disabled')).toBe('true');
    expect(store.hasAttribute('href')).toBe(false);
  });

  it('without a network the download button of an invitation is disabled, and a message says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)');
    await show('');
    const download = await screen.findByRole('button', { name: 'تنزيل التطبيق' });
    expect(download.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('status').textContent).toContain('روابط المتاجر تعمل عند عودة الاتصال.');
  });
});

describe('the store of a device', () => {
  const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F)';
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', {}, LINKS.apple],
    [ANDROID, {}, LINKS.google],
    ['Mozilla/5.0 (Linux; Android 10; HUAWEI ELS-NX9)', {}, LINKS.huawei],
    ['Mozilla/5.0 (Linux; Android 10; HUAWEI ELS-NX9)', { huawei: null }, LINKS.google],
    [ANDROID, { google: null }, LINKS.android],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', { apple: null }, null],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', {}, null],
  ])('the app store for the device %s with links changed by %o', (userAgent, change, store) => {
    expect(storeOfDevice(userAgent, { ...LINKS, ...change })).toBe(store);
  });
});
