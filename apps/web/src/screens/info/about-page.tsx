import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { spriteSymbol } from '../../ui/sprite.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

export function AboutPage() {
  return (
    <>
      <svg className="about-mark" aria-hidden="true">
        <use href={spriteSymbol('logo-tile')} />
      </svg>
      <p className="h2 text-center">{word('about.lead')}</p>
      <Card>
        <ul className="col gap-20">
          {[word('about.point1'), word('about.point2')].map((point) => (
            <li key={point} className="row">
              <Icon name="check" size="s" />
              <span>{point}</span>
            </li>
          ))}
        </ul>
      </Card>
      <p className="micro hint text-center">
        {word('about.version', { version: isolatedLtr(__SITE_VERSION__) })}
      </p>
    </>
  );
}
