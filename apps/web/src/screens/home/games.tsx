import { word } from '../../words/word.ts';
import { Link } from '../../ui/navigation.tsx';
import { SectionHead } from '../../ui/card.tsx';
import { spriteSymbol } from '../../ui/icon.tsx';
import css from '../../styles/home.css?inline';
import { ScreenStyle } from '../../ui/screen-style.tsx';

/** NAV-04: the games of the app. */
export const GAMES = [
  { id: 'ludo', name: () => word('games.ludo') },
  { id: 'jackaroo', name: () => word('games.jackaroo') },
  { id: 'billiards', name: () => word('games.billiards') },
  { id: 'carrom', name: () => word('games.carrom') },
] as const;

export function Games() {
  const all = (
    <Link className="text-link" href="/?page=games">
      {word('common.all')}
    </Link>
  );
  return (
    <section>
      <SectionHead title={word('games.title')} end={all} />
      <GameRow />
    </section>
  );
}

export function GameRow() {
  return (
    <ul className="games">
      {GAMES.map(({ id, name }) => (
        <li key={id}>
          <svg aria-hidden="true">
            <use href={spriteSymbol(`game-${id}`)} />
          </svg>
          {name()}
        </li>
      ))}
    </ul>
  );
}

export function HomeStyle() {
  return <ScreenStyle css={css} />;
}
