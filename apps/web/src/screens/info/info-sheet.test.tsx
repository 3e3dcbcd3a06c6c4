import { DEFAULT_SITE_CONFIG, readOperatorFacts, readSiteConfig } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { FIELDS } from '../../checkout/methods/card/test/card-samples.ts';
import { FACTS } from '../../api/test/facts.ts';
import { render, screen, within } from '../../ui/test/library.ts';
import { Downloads } from '../home/downloads.tsx';
import { Games } from '../home/games.tsx';
import { VoiceNotice } from '../home/home-screen.tsx';
import type { InfoPage } from './info-pages.ts';
import { InfoSheet } from './info-sheet.tsx';

const GAMES = ['لودو', 'جاكارو', 'بلياردو', 'كيرم'];

beforeEach(() => {
  const appLinks = {
    android: 'https://dl.example/app.apk',
    huawei: 'https://huawei.example/app',
    apple: 'https://apple.example/app',
    google: 'https://google.example/app',
    alternative: null,
    open: null,
  };
  network.use(
    answer(readOperatorFacts, FACTS),
    answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, appLinks }),
  );
});

describe('the informational screens', () => {
  it.each([
    ['about', 'من نحن', 'جوهرة هي صفحة الشحن الرسمية'],
    ['contact', 'تواصل معنا', 'بلاغ مع رقم الطلب'],
    ['privacy', 'سياسة الخصوصية', 'باختصار'],
    ['agreement', 'اتفاقية المستخدم', 'باختصار'],
    ['notice', 'صوت أنقى', 'جودة الصوت'],
    ['games', 'ألعاب', GAMES[0]],
  ] as const)(
    '[NAV-04] the page "%s" has its title, its text and a back button',
    async (page: InfoPage, title, words) => {
      render(<InfoSheet page={page} />);
      const sheet = await screen.findByRole('dialog', { name: new RegExp(title) });
      await within(sheet).findAllByText(new RegExp(words ?? ''));
      expect(within(sheet).getByRole('button', { name: 'رجوع' })).toBeDefined();
    },
  );

  it('[NAV-04] the start screen lists the games, and links to the games page and the voice notice', () => {
    render(
      <>
        <Games />
        <VoiceNotice />
      </>,
    );
    expect(screen.getAllByRole('listitem').map((game) => game.textContent)).toEqual(GAMES);
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(['/?page=games', '/?page=notice']);
  });

  it('[NAV-04] the download links are those that the operator configured', async () => {
    render(<Downloads />);
    await screen.findAllByRole('link');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://apple.example/app',
      'https://google.example/app',
      'https://huawei.example/app',
      'https://dl.example/app.apk',
    ]);
  });
});

describe('inside the app', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('inside the app no app store is offered', async () => {
    const page = render(<Downloads />);
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(0);
    page.unmount();
    vi.stubGlobal('JawharaApp', { postMessage: () => undefined });
    render(<Downloads />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
