import { LOCALES, type Locale } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { readSetting, storeSetting } from '../browser/storage/settings.ts';
import { usePageScope } from '../page-scope.ts';
import { isolatedLtr } from '../words/isolate.ts';
import { pageLocale, word } from '../words/word.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { languageName, switchLanguage } from './language-switch.tsx';

/** Text size and theme are set on the root element before the first paint by public/first-paint.js. */
const TEXT_SIZES_PERCENT = [100, 115, 130, 150, 200] as const;
type TextSizePercent = (typeof TEXT_SIZES_PERCENT)[number];

type Theme = 'light' | 'dark' | 'device';

export function textSize(): TextSizePercent {
  const stored = Number(readSetting('text-size'));
  return TEXT_SIZES_PERCENT.find((percent) => percent === stored) ?? 100;
}

/** From this size on, columns are stacked. */
const BIG_FROM_PERCENT = 150;

function setTextSize(percent: TextSizePercent): void {
  document.documentElement.classList.toggle('big', percent >= BIG_FROM_PERCENT);
  document.documentElement.style.setProperty('--text-scale', String(percent / 100));
  storeSetting('text-size', percent === 100 ? null : String(percent));
}

function theme(): Theme {
  const stored = readSetting('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'device';
}

function setTheme(next: Theme): void {
  if (next === 'device') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  storeSetting('theme', next === 'device' ? null : next);
}

/** The control for larger text, because zooming is disabled. */
export function TextSizeControl() {
  const [percent, setPercent] = useState<TextSizePercent>(100);
  useEffect(() => setPercent(textSize()), []); // The prerendered page cannot read the stored choice.

  function step(by: 1 | -1): void {
    const next = TEXT_SIZES_PERCENT[TEXT_SIZES_PERCENT.indexOf(percent) + by];
    if (next === undefined) return;
    setTextSize(next);
    setPercent(next);
  }

  return (
    <div className="row apart wraps" role="group" aria-label={word('settings.textSize')}>
      <span>{word('settings.textSize')}</span>
      <span className="row">
        <IconButton icon="minus" label={word('settings.smaller')} onPress={() => step(-1)} />
        <output className="ltr strong">
          {word('settings.textSizeValue', { value: isolatedLtr(String(percent)) })}
        </output>
        <IconButton icon="plus" label={word('settings.bigger')} onPress={() => step(1)} />
      </span>
    </div>
  );
}

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

/** In the menu, which pages with payments do not have. */
export function LanguageControl() {
  const page = usePageScope();
  return (
    <div className="row apart wraps" role="radiogroup" aria-label={word('lang.title')}>
      <span>{word('lang.title')}</span>
      <span className="row wraps">
        {(Object.keys(LOCALES) as Locale[]).map((locale) => (
          <button
            key={locale}
            type="button"
            role="radio"
            lang={locale}
            aria-checked={locale === pageLocale()}
            className={classes('chip-button', locale === pageLocale() && 'on')}
            onClick={() => {
              if (locale !== pageLocale()) switchLanguage(page, locale);
            }}
          >
            {languageName(locale)}
          </button>
        ))}
      </span>
    </div>
  );
}
