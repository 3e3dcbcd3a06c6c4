import type { DisplayIdReading } from '@jawhara/domain';
import { readDisplayId } from '@jawhara/domain';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';
import { HeroArt } from './hero-art.tsx';

const ID_ERRORS = {
  empty: () => word('search.min'),
  'too-short': () => word('search.min'),
  'too-long': () => word('search.length'),
  'not-digits': () => word('search.digitsOnly'),
} as const satisfies Record<Exclude<DisplayIdReading['kind'], 'read'>, () => string>;

export function Hero({ onRecipient }: { onRecipient: () => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const reading = readDisplayId(typed);
    if (reading.kind === 'read') onRecipient();
    else setError(ID_ERRORS[reading.kind]());
  }

  return (
    <section className="hero">
      <HeroArt />
      <div className="hero-copy">
        <h1>{word('home.heroTitle')}</h1>
        <p className="hero-lead">{word('home.heroBody')}</p>
        <form noValidate onSubmit={submit}>
          <Field
            label={word('search.label')}
            isLabelHidden
            placeholder={word('search.label')}
            value={typed}
            inputMode="numeric"
            error={error}
            start={<Icon name="circle-user-round" />}
            onChange={(next) => {
              setTyped(next);
              setError(null);
            }}
          />
          <Button type="submit">{word('common.continue')}</Button>
        </form>
        <p className="hero-hint micro">{word('home.idWhere')}</p>
      </div>
    </section>
  );
}
