export interface RawLinesProps {
  /** Each with its value, as it is. */
  of: readonly (readonly [name: string, value: unknown])[];
  testId?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Values of the machine, for people who know them: left to right, untranslated. */
export function RawLines({ of, testId }: RawLinesProps) {
  if (of.length === 0) return null;
  return (
    <dl dir="ltr" className="small mono text-left" data-testid={testId}>
      {of.map(([name, value], nth) => (
        // Lines are only ever added at the end.
        <div key={`${nth} ${name}`} className="row wraps">
          <dt className="muted">{name}</dt>
          <dd className="break-all">{textOf(value ?? '-')}</dd>
        </div>
      ))}
    </dl>
  );
}
