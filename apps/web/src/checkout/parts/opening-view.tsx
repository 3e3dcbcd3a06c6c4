import { Spinner } from '../../ui/spinner.tsx';
import { word } from '../../words/word.ts';

/** Shown while the page opens, before it is known what the page will show. */
export function OpeningView() {
  return (
    <main className="page">
      <h1 className="visually-hidden">{word('home.navRecharge')}</h1>
      <div className="narrow state-block min-h-[60vh] justify-center" role="status" data-testid="opening">
        <Spinner />
        <p className="h2">{word('common.loading')}</p>
      </div>
    </main>
  );
}
