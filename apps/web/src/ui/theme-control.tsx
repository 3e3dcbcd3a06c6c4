import { useEffect, useState } from 'react';
import { word } from '../words/word.ts';
import { classes } from './classes.ts';
import type { Theme } from './display-settings.ts';
import { setTheme, theme } from './display-settings.ts';

const CHOICES = [
  ['device', () => word('settings.themeDevice')],
  ['light', () => word('settings.themeLight')],
  ['dark', () => word('settings.themeDark')],
] as const satisfies readonly (readonly [Theme, () => string])[];

export function ThemeControl() {
  const [chosen, setChosen] = useState<Theme>('device');
  useEffect(() => setChosen(theme()), []);
  return (
    <div className="row apart wraps" role="radiogroup" aria-label={word('settings.theme')}>
      <span>{word('settings.theme')}</span>
      <span className="row wraps">
        {CHOICES.map(([choice, label]) => (
          <button
            key={choice}
            type="button"
            role="radio"
            aria-checked={chosen === choice}
            className={classes('chip-button', chosen === choice && 'on')}
            onClick={() => {
              setTheme(choice);
              setChosen(choice);
            }}
          >
            {label()}
          </button>
        ))}
      </span>
    </div>
  );
}
