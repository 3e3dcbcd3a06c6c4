import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';

/** PC: the way back and the step's name above the column, where a phone has its bar. */
export function StepTitle({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <div className="only-pc">
      <button type="button" className="text-link gap-8 no-underline" onClick={onBack}>
        <Icon name="arrow-right" size="s" />
        {word('common.back')}
      </button>
      <p className="h1 mt-8" aria-hidden="true">
        {title}
      </p>
    </div>
  );
}
