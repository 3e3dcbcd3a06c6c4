import { AppBar } from './ui/app-bar.tsx';
import { Spinner } from './ui/spinner.tsx';
import { word } from './words/word.ts';

/** While a screen is fetched: the way back and a sign of life, both loaded with the first page. */
export function Wait() {
  return (
    <>
      <AppBar title={word('common.loading')} />
      <main className="page">
        <div className="state-block min-h-[60vh] justify-center" role="status" data-testid="screen-wait">
          <Spinner />
        </div>
      </main>
    </>
  );
}
