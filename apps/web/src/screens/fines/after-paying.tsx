import { useId } from 'react';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { word } from '../../words/word.ts';

interface Step {
  readonly icon: IconName;
  readonly title: () => string;
  readonly body: () => string;
}

const STEPS: readonly Step[] = [
  { icon: 'check', title: () => word('fine.after1'), body: () => word('fine.after1Body') },
  { icon: 'lock-open', title: () => word('fine.after2'), body: () => word('fine.after2Body') },
  { icon: 'smartphone', title: () => word('fine.after3'), body: () => word('fine.after3Body') },
];

export function AfterPaying() {
  const titleId = useId();
  return (
    <Card>
      <h2 className="h2 mb-16" id={titleId}>
        {word('fine.after')}
      </h2>
      <ol className="col after-steps" aria-labelledby={titleId}>
        {STEPS.map(({ icon, title, body }) => (
          <li key={icon} className="row">
            <span className="mark">
              <Icon name={icon} size="xs" />
            </span>
            <span className="fill">
              <span className="strong">{title()}</span>
              <span className="small muted block">{body()}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
