import type { ReactNode } from 'react';
import { Component } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { word } from '../words/word.ts';

/** A screen that could not be fetched, or broke while drawing: say so and offer the page anew. The fault itself goes to monitoring. */
export class LoadFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  // No field: older browsers would be given a helper for it in the first load.
  constructor(props: { children: ReactNode }) {
    super(props);
    this.state = { hasFailed: false };
  }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="page">
        <ErrorState title={word('app.loadFailed')} onRetry={() => location.reload()} />
      </main>
    );
  }
}
