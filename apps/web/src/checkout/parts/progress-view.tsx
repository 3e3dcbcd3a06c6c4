import type { PurchaseState } from '../machine/purchase/purchase-state.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { word } from '../../words/word.ts';

function sentenceFor(state: PurchaseState | null): string {
  if (state === null || state.at === 'left') return word('common.loading');
  return state.at === 'cancelling' ? word('progress.cancelling') : word('progress.verifying');
}

/** A short wait, with a text that says for what. */
export function ProgressView({ state }: { state: PurchaseState | null }) {
  return (
    <main className="page">
      <h1 className="visually-hidden">{word('home.navRecharge')}</h1>
      <div className="narrow state-block min-h-[60vh] justify-center" role="status" data-testid="progress">
        <Spinner />
        <p className="h2">{sentenceFor(state)}</p>
        {state !== null && state.at !== 'left' && (
          <p className="small muted">{word('progress.stillChecking')}</p>
        )}
      </div>
    </main>
  );
}
