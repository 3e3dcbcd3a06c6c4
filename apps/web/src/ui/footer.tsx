import { word } from '../words/word.ts';
import { Link } from './navigation.tsx';

export function Footer() {
  return (
    <footer className="footer">
      <nav aria-label={word('nav.links')}>
        <Link href="/?page=about">{word('footer.about')}</Link>
        <Link href="/?page=contact">{word('footer.contact')}</Link>
        <Link href="/?page=privacy">{word('footer.privacy')}</Link>
        <Link href="/?page=agreement">{word('footer.agreement')}</Link>
      </nav>
      <p className="micro">
        {word('brand.name')} © 2026 · {word('footer.prices')}
      </p>
    </footer>
  );
}
