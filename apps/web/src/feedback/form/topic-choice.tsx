import { FEEDBACK_TOPICS, type FeedbackTopic } from '@jawhara/domain';
import { useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';
import { FieldError } from './field-error.tsx';

const TOPIC_WORDS = {
  'gems-missing': () => word('feedback.t1'),
  'charged-in-vain': () => word('feedback.t2'),
  'card-refused': () => word('feedback.t3'),
  'ban-or-fine': () => word('feedback.t5'),
  'not-authorised': () => word('feedback.t6'),
  other: () => word('feedback.t4'),
} as const satisfies Record<FeedbackTopic, () => string>;

export interface TopicChoiceProps {
  topic: FeedbackTopic | null;
  isMissing: boolean;
  onChoose: (topic: FeedbackTopic) => void;
}

export function TopicChoice({ topic, isMissing, onChoose }: TopicChoiceProps) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <div id="report-topic">
      <fieldset
        role="radiogroup"
        className="topics"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? errorId : undefined}
      >
        <legend>{word('feedback.topic')}</legend>
        {FEEDBACK_TOPICS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={one === topic}
              onChange={() => onChoose(one)}
            />
            <span className={classes('chip-button', one === topic && 'on')}>
              {one === topic && <Icon name="check" size="xs" />}
              {TOPIC_WORDS[one]()}
            </span>
          </label>
        ))}
      </fieldset>
      <FieldError id={errorId}>{isMissing ? word('feedback.chooseTopic') : null}</FieldError>
    </div>
  );
}
