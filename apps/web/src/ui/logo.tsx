import { word } from '../words/word.ts';
import { Link } from './navigation.tsx';
import { spriteSymbol } from './sprite.ts';

export function Logo() {
  return (
    <Link href="/" className="logo">
      <svg aria-hidden="true">
        <use href={spriteSymbol('logo-tile')} />
      </svg>
      {word('brand.name')}
    </Link>
  );
}
