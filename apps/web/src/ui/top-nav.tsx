import { Suspense, type ReactNode } from 'react';
import { word } from '../words/word.ts';
import { Logo } from './marks.tsx';
import { Link, usePath } from './navigation.tsx';
import { steadyLazy } from './lazy.tsx';
import { fetchFrameParts, useIsWanted } from './use-is-wanted.ts';

const LanguageChip = steadyLazy(async () => (await fetchFrameParts()).LanguageChip);

/** The navigation at the top of a page, on PCs only. `account` is the account button, which this folder may not import. */
export function TopNav({ account }: { account: ReactNode }) {
  const path = usePath();
  const isWanted = useIsWanted(false);
  const here = (href: string) => (path === href ? 'page' : undefined);
  return (
    <nav className="top-nav" aria-label={word('nav.sections')}>
      <div>
        <Logo />
        <div className="sections">
          <Link href="/" aria-current={here('/')}>
            {word('home.nav')}
          </Link>
          <Link
            href="/pay"
            aria-current={here('/pay') ?? here('/recharge') ?? here('/recharge-list') ?? here('/pay-step')}
          >
            {word('home.navRecharge')}
          </Link>
          <Link href="/fines" aria-current={here('/fines')}>
            {word('home.navFine')}
          </Link>
          <Link href="/?page=contact">{word('common.help')}</Link>
        </div>
        {isWanted && (
          <Suspense fallback={null}>
            <LanguageChip />
          </Suspense>
        )}
        {account}
      </div>
    </nav>
  );
}
