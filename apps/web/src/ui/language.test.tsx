import '../words/english.ts';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LanguageControl } from './display-settings.tsx';
import { LanguageChip, LanguageLine, switchLanguage } from './language-switch.tsx';
import { holdBack, useLanguageHold } from './back-guard.ts';
import { pageOfTest, render, screen, userEvent, waitFor } from './test/library.ts';

const root = document.documentElement;
const refuse = (): never => {
  throw new Error('forbidden');
};
const reload = vi.fn<() => void>();

beforeEach(() => {
  localStorage.clear();
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  root.lang = 'ar';
  root.dir = 'rtl';
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs the script first-paint.js, whose text the build writes into each page, on the page that is open. */
function paintFirst(more: object = {}): void {
  const { document, localStorage, innerWidth, addEventListener, location, setTimeout } = window;
  const page = { window, document, localStorage, innerWidth, addEventListener, location, setTimeout };
  runInNewContext(readFileSync('apps/web/public/first-paint.js', 'utf8'), { ...page, ...more });
}

function openedAt(address: string): string {
  history.replaceState(null, '', address);
  paintFirst();
  return `${root.lang} ${root.dir}`;
}

describe('before the first paint', () => {
  it.each([
    ['/', 'ar rtl'],
    ['/?lan=ar', 'ar rtl'],
    ['/?lan=en', 'en ltr'],
    ['/?from=ad&lan=EN-us', 'en ltr'],
    ['/#/pay?lan=en', 'en ltr'],
    ['/?lan=tlh', 'ar rtl'],
    ['/?lan=english', 'ar rtl'],
    ['/?plan=en', 'ar rtl'],
    ['/?lan=constructor', 'ar rtl'],
  ])('[APP-19] the page %s is shown in %s, whatever the language of the browser', (address, shown) => {
    expect(navigator.language).toMatch(/^en/);
    expect(openedAt(address)).toBe(shown);
  });

  it('[APP-19] the language of a link is used on later pages until another link names a language', () => {
    expect(openedAt('/?lan=en')).toBe('en ltr');
    expect(openedAt('/fines')).toBe('en ltr');
    expect(openedAt('/login?lan=ar')).toBe('ar rtl');
    expect(openedAt('/login')).toBe('ar rtl');
  });

  it('[APP-19] a broken stored language is ignored, and a page without storage follows the link', () => {
    localStorage.setItem('jawhara.language', 'toString');
    expect(openedAt('/')).toBe('ar rtl');
    history.replaceState(null, '', '/?lan=en');
    paintFirst({ localStorage: { getItem: refuse, setItem: refuse } });
    expect(root.lang).toBe('en');
  });
});

describe('the way to the other language', () => {
  it('[APP-19] the language button on a PC is named in its own language; a press reloads the same page in it', async () => {
    history.replaceState(null, '', '/pay-step?step=card#x');
    render(<LanguageChip />);
    await userEvent.click(screen.getByRole('button', { name: 'تغيير اللغة إلى English' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(location.pathname + location.search + location.hash).toBe('/pay-step?step=card#x');
    expect(openedAt('/pay-step?step=card')).toBe('en ltr');
  });

  it('[APP-19] the button for Arabic is in Arabic, and it replaces the language in the address', async () => {
    expect(openedAt('/?page=privacy&lan=en')).toBe('en ltr');
    render(<LanguageLine />);
    await userEvent.click(screen.getByRole('button', { name: 'Change language to العربية' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(openedAt(location.search)).toBe('ar rtl');
    expect(location.search).toBe('?page=privacy&lan=ar');
  });

  it('when storage is refused, the chosen language is written into the address', async () => {
    vi.stubGlobal('localStorage', { setItem: refuse });
    render(<LanguageChip />);
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(location.search).toBe('?lan=en');
  });

  it('choosing the current language in the menu does nothing; another language reloads the page', async () => {
    const release = holdBack(pageOfTest(), () => undefined);
    const back = vi.spyOn(history, 'back').mockImplementation(() => {
      history.replaceState(null, '', '/');
      dispatchEvent(new Event('popstate'));
    });
    render(<LanguageControl />);
    expect(screen.getByRole('radiogroup', { name: 'اللغة' })).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'العربية', checked: true }));
    await userEvent.click(screen.getByRole('radio', { name: 'English', checked: false }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(back).toHaveBeenCalledOnce();
    expect(localStorage.getItem('jawhara.language')).toBe('en');
    release();
  });

  it('the language buttons are hidden during a payment, and switching the language does nothing then', () => {
    function Page({ isMoving }: { isMoving: boolean }) {
      useLanguageHold(isMoving);
      return null;
    }
    const { rerender, unmount } = render(<Page isMoving />);
    expect(root.matches('[data-paying]')).toBe(true);
    expect(readFileSync('apps/web/src/styles/bars.css', 'utf8')).toMatch(
      /\[data-paying\] :is\(\.language-line, \.language-chip\) \{\s*display: none/,
    );
    switchLanguage(pageOfTest(), 'en');
    expect(reload).not.toHaveBeenCalled();
    rerender(<Page isMoving={false} />);
    expect(root.matches('[data-paying]')).toBe(false);
    rerender(<Page isMoving />);
    unmount();
    switchLanguage(pageOfTest(), 'en');
    expect(reload).toHaveBeenCalledOnce();
  });
});
