import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../browser/when-idle.ts';
import { AccountChip } from '../../account/account-chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { readyLazy } from '../../ui/ready-lazy.tsx';
import { word } from '../../words/word.ts';

const { Part: HomeMenu, fetchPart: fetchHomeMenu } = readyLazy(
  async () => (await import('./home-menu.tsx')).HomeMenu,
);

/** Mobile only: logo, log in, menu. */
export function HomeBar() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => whenIdle(fetchHomeMenu), []);
  return (
    <header className="app-bar">
      <div className="fill">
        <Logo />
      </div>
      <AccountChip label={word('login.submit')} />
      <IconButton icon="menu" label={word('a11y.menu')} onPress={() => setMenuOpen(true)} />
      {isMenuOpen && (
        <Suspense fallback={null}>
          <HomeMenu onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}
