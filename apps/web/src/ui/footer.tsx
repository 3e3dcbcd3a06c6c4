import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../host/when-idle.ts';
import { word } from '../words/word.ts';
import { LanguageLine } from './language-line.tsx';
import { Link } from './navigation.tsx';
import { steadyLazy } from './steady-lazy.tsx';

const OperatorLine = steadyLazy(async () => (await import('./operator-line.tsx')).OperatorLine);

/** Where the foot of the page is seen: fetched when the page has nothing better to do, and by nobody else. */
function useIsOperatorWanted(isOnPhones: boolean): boolean {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isOnPhones || document.documentElement.classList.contains('pc')) whenIdle(() => setWanted(true));
  }, [isOnPhones]);
  return isWanted;
}

export interface FooterProps {
  /** On a PC it is always there. */
  isOnPhones: boolean;
}

export function Footer({ isOnPhones }: FooterProps) {
  const isOperatorWanted = useIsOperatorWanted(isOnPhones);
  return (
    <footer className="footer">
      <nav aria-label={word('nav.links')}>
        <Link href="/?page=about">{word('footer.about')}</Link>
        <Link href="/?page=contact">{word('footer.contact')}</Link>
        <Link href="/?page=privacy">{word('footer.privacy')}</Link>
        <Link href="/?page=agreement">{word('footer.agreement')}</Link>
        <Link href="/?page=refunds">{word('footer.refunds')}</Link>
      </nav>
      <LanguageLine />
      {isOperatorWanted && (
        <Suspense fallback={null}>
          <OperatorLine />
        </Suspense>
      )}
      <p className="micro">
        {word('brand.name')} © 2026 · {word('footer.prices')}
      </p>
    </footer>
  );
}
