import { DEFAULT_SITE_CONFIG, findRecipient, readSiteConfig, type AppLinks } from '@jawhara/contract';
import { accountId, type DisplayId, type Recipient } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, asked, LOST, network, refuse } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { plain, render, screen, userEvent } from '../../ui/test/library.ts';
import { storeOfDevice } from './store-of-device.ts';

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
};

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, appLinks: LINKS }));
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

async function show(query: string): Promise<void> {
  history.replaceState(null, '', `/share.html${query}`);
  const { ShareScreen } = await import('./share-screen.tsx');
  render(<ShareScreen />);
}
const title = async (): Promise<string> =>
  plain((await screen.findByRole('heading', { level: 1 })).textContent);

describe('an invitation', () => {
  it('says who sent it, and tops them up with their account chosen', async () => {
    network.use(answer(findRecipient, SALEM));
    await show('?info=8841206');
    expect(await title()).toBe('دعوة من سالم');
    await userEvent.click(screen.getByRole('button', { name: /اشحن إلى/ }));
    expect(location.pathname).toBe('/pay');
    const { storedRecipient } = await import('../../host/stored-recipients.ts');
    expect(storedRecipient.read()).toEqual(SALEM);
  });

  it('from nobody asks about nobody', async () => {
    await show('');
    expect(await title()).toBe('دعوة إلى التطبيق');
    expect(asked(findRecipient)).toEqual([]);
    expect(screen.queryByText(/انتهت صلاحية الرابط/)).toBeNull();
  });

  it.each([
    ['is no id', '?info=%7B%22a%22%7D', null],
    ['is nobody’s', '?info=8841207', refuse('not-found')],
  ])('whose id %s is invalid, with a way on', async (_why, query, said) => {
    if (said !== null) network.use(answer(findRecipient, said));
    await show(query);
    expect(await screen.findByText('انتهت صلاحية الرابط أو أنه غير صالح.')).toBeDefined();
    expect(await title()).toBe('دعوة إلى التطبيق');
    expect(await screen.findByRole('link', { name: 'App Store' })).toBeDefined();
  });

  it.each([
    ['somebody else’s account', { ...SALEM, displayId: '88412067' as DisplayId }],
    ['an account that gets no gems', refuse('guest')],
    ['no answer', LOST],
  ] as const)('with %s for an answer offers nobody’s name and no top-up', async (_what, said) => {
    network.use(answer(findRecipient, said));
    await show('?info=8841206');
    expect(await title()).toBe('دعوة إلى التطبيق');
    expect(screen.queryByRole('button', { name: /اشحن إلى/ })).toBeNull();
  });

  it('without a network holds the stores and says so', async () => {
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
  ])('%s %o', (userAgent, change, store) => {
    expect(storeOfDevice(userAgent, { ...LINKS, ...change })).toBe(store);
  });
});
