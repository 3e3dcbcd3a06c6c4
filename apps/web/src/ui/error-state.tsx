import { word } from '../words/word.ts';
import { Button } from './button.tsx';
import { StateBlock } from './state-block.tsx';

export interface ErrorStateProps {
  title: string;
  body?: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** The failed block only; the rest of the page stays usable. */
export function ErrorState({ title, body, onRetry, isRetrying = false }: ErrorStateProps) {
  const retry = (
    <Button variant="soft" compact busy={isRetrying} onPress={onRetry}>
      {word('common.retry')}
    </Button>
  );
  return (
    <div className="card state-block" role="alert">
      <StateBlock icon="triangle-alert" tone="warn" title={title} body={body} action={retry} />
    </div>
  );
}
