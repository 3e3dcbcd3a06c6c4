import { useSiteConfig } from '../../api/use-site-config.ts';
import { storeOfDevice } from '../../browser/storage/store-of-device.ts';
import { spriteSymbol } from '../../ui/sprite.ts';
import { word } from '../../words/word.ts';
import { GAMES } from './game-list.ts';

/** Into the app, or to where this device gets it; null where the operator has named neither. */
function useWayToPlay(): string | null {
  const site = useSiteConfig();
  if (site.kind !== 'ready') return null;
  const { appLinks } = site.config;
  return appLinks.open ?? storeOfDevice(navigator.userAgent, appLinks);
}

export function GamesPage() {
  const way = useWayToPlay();
  return (
    <ul className="games-page">
      {GAMES.map(({ id, name }) => (
        <li key={id} className="card">
          <svg aria-hidden="true">
            <use href={spriteSymbol(`game-${id}`)} />
          </svg>
          <h3 className="h2">{name()}</h3>
          {way !== null && (
            <a className="text-link" href={way} rel="noreferrer">
              {word('games.openInApp')}
              <span className="visually-hidden"> {name()}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
