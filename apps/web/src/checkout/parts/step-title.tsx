import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';

/** PC: the way back and the step's name on one line above the columns, where a phone has its bar. */
export function StepTitle({ title, onBack }: { title: string; onBack: () => void }) {
  return (
    <div className="only-pc">
      <div className="row">
        <button type="button" className="text-link gap-8 no-underline" onClick={onBack}>
          <Icon name="arrow-right" size="s" />
          {word('common.back')}
        </button>
        <p className="h1" aria-hidden="true">
          {title}
        </p>
      </div>
    </div>
  );
}
