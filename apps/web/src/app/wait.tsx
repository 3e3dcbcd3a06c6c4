import { AppBar } from '../ui/app-bar.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { word } from '../words/word.ts';

/** While a screen is fetched: the way back and a sign of life, both loaded with the first page. */
export function Wait() {
  return (
    <>
      <AppBar title={word('common.loading')} />
      <main className="page">
        <div className="state-block" role="status">
          <Spinner />
        </div>
      </main>
    </>
  );
}
