import { useEffect, useState } from 'react';
import { createEventLog } from '../../analytics/track.ts';
import { usePageValue } from '../../page-scope.ts';
import { word } from '../../words/word.ts';
import { RawLines } from './raw-lines.tsx';
import { TestSection } from './test-section.tsx';

const LOOK_EVERY_MS = 1_000;

const timeOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);

/** The analytics events of this page so far. */
export function LogSection() {
  const { events } = usePageValue(createEventLog);
  const [count, setCount] = useState(() => events().length);
  useEffect(() => {
    const timer = setInterval(() => setCount(events().length), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [events]);
  return (
    <TestSection title={word('test.log')}>
      {count === 0 ? (
        <p className="small muted">{word('test.nothing')}</p>
      ) : (
        <RawLines
          testId="test-log"
          of={events().map(({ name, atMs, fields }) => [`${timeOf(atMs)} ${name}`, fields] as const)}
        />
      )}
    </TestSection>
  );
}
