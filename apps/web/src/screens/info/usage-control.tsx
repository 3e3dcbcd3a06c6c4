import { forgetStored } from '../../browser/storage/login.ts';
import { storedUsageObjection } from '../../browser/storage/device.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { word } from '../../words/word.ts';

const CHOICES = [
  [true, () => word('data.usageOn')],
  [false, () => word('data.usageOff')],
] as const satisfies readonly (readonly [boolean, () => string])[];

/** The switch against records of how the site is used, for this device. */
export function UsageControl() {
  const isRecorded = useStored(storedUsageObjection) === null;
  const choose = (isWanted: boolean): void => {
    if (isWanted) return storedUsageObjection.forget();
    storedUsageObjection.write(true);
    forgetStored('performance');
  };
  return (
    <Card>
      <div className="row apart wraps" role="radiogroup" aria-label={word('data.usage')}>
        <span className="strong">{word('data.usage')}</span>
        <span className="row wraps">
          {CHOICES.map(([choice, label]) => (
            <button
              key={String(choice)}
              type="button"
              role="radio"
              aria-checked={isRecorded === choice}
              className={classes('chip-button', isRecorded === choice && 'on')}
              onClick={() => choose(choice)}
            >
              {label()}
            </button>
          ))}
        </span>
      </div>
      <p className="micro muted mt-18">{word('data.usageBody')}</p>
    </Card>
  );
}
