import { useId, type ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

export interface TestSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function TestSection({ title, hint, children }: TestSectionProps) {
  const id = useId();
  return (
    <Card>
      <section className="col gap-8" aria-labelledby={id}>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {hint !== undefined && <p className="small muted">{hint}</p>}
        {children}
      </section>
    </Card>
  );
}

export interface ChipsProps<Name extends string> {
  of: readonly Name[];
  onPress: (name: Name) => void;
  chosen?: Name | null;
}

/** A small button for each technical name. */
export function Chips<Name extends string>({ of, onPress, chosen = null }: ChipsProps<Name>) {
  return (
    <div dir="ltr" className="flex flex-wrap gap-8">
      {of.map((name) => (
        <button
          key={name}
          type="button"
          className={name === chosen ? 'chip-button on' : 'chip-button'}
          aria-pressed={chosen === null ? undefined : name === chosen}
          onClick={() => onPress(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

export interface RawLinesProps {
  /** Names with their values, shown unchanged. */
  of: readonly (readonly [name: string, value: unknown])[];
  testId?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Technical values for the team: left to right, untranslated. */
export function RawLines({ of, testId }: RawLinesProps) {
  if (of.length === 0) return null;
  return (
    <dl dir="ltr" className="small mono text-left" data-testid={testId}>
      {of.map(([name, value], nth) => (
        // Lines are only added at the end, so the index is a key.
        <div key={`${nth} ${name}`} className="row wraps">
          <dt className="muted">{name}</dt>
          <dd className="break-all">{textOf(value ?? '-')}</dd>
        </div>
      ))}
    </dl>
  );
}

const SHOWN_CHARACTERS = 4;

/** Enough of a secret to tell two secrets apart, and no more. */
export function masked(secret: string | null): string {
  if (secret === null) return '-';
  return `${secret.slice(0, SHOWN_CHARACTERS)}… (${secret.length})`;
}
