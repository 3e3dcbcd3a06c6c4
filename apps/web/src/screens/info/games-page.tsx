import { spriteSymbol } from '../../ui/sprite.ts';
import { word } from '../../words/word.ts';
import { GAMES } from './game-list.ts';

export function GamesPage() {
  return (
    <>
      <p className="muted">{word('games.openInApp')}</p>
      <ul className="games-page">
        {GAMES.map(({ id, name }) => (
          <li key={id} className="card">
            <svg aria-hidden="true">
              <use href={spriteSymbol(`game-${id}`)} />
            </svg>
            <h3 className="h2">{name()}</h3>
          </li>
        ))}
      </ul>
    </>
  );
}
