import { FEEDBACK_TOPICS, FEEDBACK_WORDS_MAX, wordsToCount, type FeedbackTopic } from '@jawhara/domain';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Field } from '../../ui/field.tsx';
import { Ltr } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';
import { classes } from '../../ui/classes.ts';
import { isolatedLtr } from '../../words/isolate.ts';

export interface FieldErrorProps {
  id?: string;
  /** Several messages are shown on a line each. */
  children: string | readonly string[] | null;
}

/** A live region, so that a message is read out as soon as it appears. */
export function FieldError({ id, children }: FieldErrorProps) {
  const sentences = typeof children === 'string' ? [children] : (children ?? []);
  return (
    <div role="alert">
      {sentences.map((sentence) => (
        <p key={sentence} id={id} className="field-error">
          <Icon name="circle-alert" size="xs" />
          {sentence}
        </p>
      ))}
    </div>
  );
}

const TYPED_CHARACTERS_MAX = 40;
/** An example of an order number. */
const EXAMPLE = 'JW-7F3K-20481';

interface OrderFieldProps {
  orderNumber: string;
  isFilled: boolean;
  onChange: (change: { orderNumber?: string; isOrderFilled?: boolean }) => void;
}

/** The order number: a known one is shown as text with a button to change it, otherwise there is a field. */
export function OrderField({ orderNumber, isFilled, onChange }: OrderFieldProps) {
  if (!isFilled) {
    return (
      <Field
        label={word('feedback.order')}
        value={orderNumber}
        placeholder={EXAMPLE}
        maxLength={TYPED_CHARACTERS_MAX}
        onChange={(typed) => onChange({ orderNumber: typed })}
        testId="report-order"
      />
    );
  }
  return (
    <div className="card row apart wraps report-order" data-testid="report-order-filled">
      <div>
        <div className="micro muted">{word('feedback.orderNumber')}</div>
        <div className="strong">
          <Ltr>{orderNumber}</Ltr>
        </div>
        <div className="micro filled">{word('feedback.orderFilled')}</div>
      </div>
      <button type="button" className="text-link" onClick={() => onChange({ isOrderFilled: false })}>
        {word('common.change')}
      </button>
    </div>
  );
}

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
