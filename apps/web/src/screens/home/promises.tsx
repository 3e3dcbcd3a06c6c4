import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { word } from '../../words/word.ts';

const PROMISES = [
  { icon: 'badge-check', title: () => word('home.why1'), body: () => word('home.why1Body') },
  { icon: 'clock', title: () => word('home.why2'), body: () => word('home.why2Body') },
  { icon: 'shield-check', title: () => word('home.why3'), body: () => word('home.why3Body') },
] as const satisfies readonly { icon: IconName; title: () => string; body: () => string }[];

export function Promises() {
  return (
    <section>
      <SectionHead title={word('home.whyTitle')} />
      <ul className="card promises">
        {PROMISES.map(({ icon, title, body }) => (
          <li key={icon}>
            <span className="icon-tile">
              <Icon name={icon} />
            </span>
            <div>
              <p className="strong">{title()}</p>
              <p className="small muted">{body()}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
