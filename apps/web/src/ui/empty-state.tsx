import { StateBlock } from './state-block.tsx';
import type { StateBlockProps } from './state-block.tsx';

export function EmptyState(props: StateBlockProps) {
  return (
    <div className="card state-block">
      <StateBlock {...props} />
    </div>
  );
}
