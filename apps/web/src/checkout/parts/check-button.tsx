import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatClock } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { withPart } from './order-head.tsx';
import { Ltr } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';

/** The answer to the check that was pressed last; null: none was pressed. */
export type CheckAnswer = 'awaited' | 'nothing-new' | 'failed' | null;

interface Said {
  readonly answer: 'nothing-new' | 'failed';
  readonly at: Date;
}

/** "Checking" is shown for at least this long, so that the payer sees that the press had an effect. */
const BUSY_AT_LEAST_MS = 300;
const ANSWERED_WITHIN_MS = 8_000;

/** The press and its answer, which stays until the next press. */
function useAnswer(answer: CheckAnswer) {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    if (pressedAt === null) return undefined;
    const isAwaited = answer === 'awaited' || answer === null;
    const afterMs = (isAwaited ? ANSWERED_WITHIN_MS : BUSY_AT_LEAST_MS) - (performance.now() - pressedAt);
    const timer = setTimeout(
      () => {
        setSaid({ answer: isAwaited ? 'failed' : answer, at: new Date() });
        setPressedAt(null);
      },
      Math.max(0, afterMs),
    );
    return () => clearTimeout(timer);
  }, [pressedAt, answer]);
  const press = (): void => {
    setSaid(null);
    setPressedAt(performance.now());
  };
  return { isAsking: pressedAt !== null, said, press };
}

interface CheckButtonProps {
  answer: CheckAnswer;
  onCheck: () => void;
  variant?: 'primary' | 'soft';
}

/** Requests the result now, and shows the answer under the button. A decided order replaces the page. */
export function CheckButton({ answer, onCheck, variant = 'soft' }: CheckButtonProps) {
  const { isAsking, said, press } = useAnswer(answer);
  return (
    <div className="col gap-8">
      <Button
        variant={variant}
        icon="refresh-cw"
        busy={isAsking}
        onPress={() => {
          press();
          onCheck();
        }}
        testId="result-check"
      >
        {word(isAsking ? 'result.checkingNow' : 'result.do.check')}
      </Button>
      <div role="status">{said !== null && <Answer {...said} />}</div>
    </div>
  );
}

function Answer({ answer, at }: Said) {
  const isNew = answer === 'nothing-new';
  return (
    <p
      className={`small row gap-8 justify-center ${isNew ? 'text-success-ink' : 'text-warning-ink'}`}
      data-testid="check-answer"
    >
      <Icon name={isNew ? 'circle-check' : 'triangle-alert'} size="xs" />
      <span>
        {isNew
          ? withPart(<Ltr>{formatClock(at)}</Ltr>, (time) => word('result.checked', { time }))
          : word('result.checkFailed')}
      </span>
    </p>
  );
}
