import { Icon } from '../../ui/icon.tsx';
import { spriteSymbol } from '../../ui/sprite.ts';
import { word } from '../../words/word.ts';

/** PC only: a gem, and what a login is good for. */
export function LoginArt() {
  const benefits = [word('login.benefits1'), word('login.benefits2'), word('login.benefits3')];
  return (
    <div className="hero login-art only-pc">
      <svg aria-hidden="true">
        <use href={spriteSymbol('gem')} />
      </svg>
      <p className="h1">{word('login.title')}</p>
      <p className="hero-lead">{word('login.lead')}</p>
      <ul className="col gap-16">
        {benefits.map((benefit) => (
          <li key={benefit} className="row gap-16">
            <Icon name="check" size="s" />
            {benefit}
          </li>
        ))}
      </ul>
    </div>
  );
}
