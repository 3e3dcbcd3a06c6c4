import { Suspense } from 'react';
import { word } from '../words/word.ts';
import { Link } from './navigation.tsx';
import { steadyLazy } from './lazy.tsx';
import { fetchFrameParts, useIsWanted } from './use-is-wanted.ts';

const LanguageLine = steadyLazy(async () => (await fetchFrameParts()).LanguageLine);
const OperatorLine = steadyLazy(async () => (await fetchFrameParts()).OperatorLine);

/** Shown to everybody on the start screen, elsewhere on PCs only: see app.tsx. */
export function Footer() {
  const isWanted = useIsWanted(true);
  return (
    <footer className="footer">
      <nav aria-label={word('nav.links')}>
        <Link href="/?page=about">{word('footer.about')}</Link>
        <Link href="/?page=contact">{word('footer.contact')}</Link>
        <Link href="/?page=privacy">{word('footer.privacy')}</Link>
        <Link href="/?page=agreement">{word('footer.agreement')}</Link>
        <Link href="/?page=refunds">{word('footer.refunds')}</Link>
      </nav>
      <p className="language-line">
        {isWanted && (
          <Suspense fallback={null}>
            <LanguageLine />
          </Suspense>
        )}
      </p>
      {isWanted && (
        <Suspense fallback={null}>
          <OperatorLine />
        </Suspense>
      )}
      {/* Two text runs: a line that breaks between them ends without a lonely dot. */}
      <p className="micro lines">
        <span>{word('brand.name')} © 2026</span>
        <span>{word('footer.prices')}</span>
      </p>
    </footer>
  );
}
