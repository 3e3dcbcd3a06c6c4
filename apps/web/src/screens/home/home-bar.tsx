import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextSizeControl } from '../../ui/text-size-control.tsx';
import { ThemeControl } from '../../ui/theme-control.tsx';
import { word } from '../../words/word.ts';

/** Mobile only: logo, log in, menu. */
export function HomeBar() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <header className="app-bar">
      <div className="fill">
        <Logo />
      </div>
      <Link className="chip-button" href="/login">
        <Icon name="log-in" size="s" />
        {word('login.submit')}
      </Link>
      <IconButton icon="menu" label={word('a11y.menu')} onPress={() => setMenuOpen(true)} />
      <Sheet isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} title={word('a11y.menu')}>
        <div className="col gap-16 pt-28">
          <TextSizeControl />
          <ThemeControl />
          <nav className="list" aria-label={word('nav.links')}>
            <MenuLink href="/?page=orders" label={word('home.navOrders')} />
            <MenuLink href="/?page=contact" label={word('footer.contact')} />
            <MenuLink href="/?page=about" label={word('footer.about')} />
          </nav>
        </div>
      </Sheet>
    </header>
  );
}

function MenuLink({ href, label }: { href: string; label: string }) {
  return (
    <Link className="option" href={href}>
      <span className="fill">{label}</span>
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}
