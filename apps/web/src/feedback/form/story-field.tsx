import { FEEDBACK_WORDS_MAX, wordsToCount } from '@jawhara/domain';
import { useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { FieldError } from './field-error.tsx';

export interface StoryFieldProps {
  content: string;
  error: string | null;
  isReadOnly: boolean;
  onChange: (content: string) => void;
}

export function StoryField({ content, error, isReadOnly, onChange }: StoryFieldProps) {
  const id = useId();
  const counted = wordsToCount(content);
  return (
    <div className="field" id="report-content">
      <label htmlFor={id}>{word('feedback.content')}</label>
      <textarea
        id={id}
        className="story"
        dir="auto"
        value={content}
        placeholder={word('feedback.placeholder')}
        readOnly={isReadOnly}
        aria-invalid={error !== null || undefined}
        aria-describedby={classes(error !== null && `${id}-error`, `${id}-hint`)}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div className="row apart wraps">
        <p id={`${id}-hint`} className="field-hint">
          {word('feedback.draft')}
        </p>
        {counted !== null && (
          <p className="field-hint" data-testid="report-words">
            {word('feedback.counter', {
              n: isolatedLtr(String(counted)),
              max: isolatedLtr(String(FEEDBACK_WORDS_MAX)),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
