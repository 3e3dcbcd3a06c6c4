import { useEffect, useState } from 'react';
import { eventLog } from '../../analytics/event-log.ts';
import { word } from '../../words/word.ts';
import { RawLines } from './raw-lines.tsx';
import { TestSection } from './test-section.tsx';

const LOOK_EVERY_MS = 1_000;

const timeOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);

/** The analytics events of this page so far. */
export function LogSection() {
  const [count, setCount] = useState(() => eventLog().length);
  useEffect(() => {
    const timer = setInterval(() => setCount(eventLog().length), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <TestSection title={word('test.log')}>
      {count === 0 ? (
        <p className="small muted">{word('test.nothing')}</p>
      ) : (
        <RawLines
          testId="test-log"
          of={eventLog().map(({ name, atMs, fields }) => [`${timeOf(atMs)} ${name}`, fields] as const)}
        />
      )}
    </TestSection>
  );
}
