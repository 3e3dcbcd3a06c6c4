import { useEffect, useState } from 'react';
import { isolatedLtr } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import type { TextSizePercent } from './display-settings.ts';
import { setTextSize, TEXT_SIZES_PERCENT, textSize } from './display-settings.ts';
import { IconButton } from './button.tsx';

/** The way to larger text that stands in for the locked zoom. */
export function TextSizeControl() {
  const [percent, setPercent] = useState<TextSizePercent>(100);
  useEffect(() => setPercent(textSize()), []); // the stored choice is not known while prerendering

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
