import {
  formatLargeCount,
  MARKET_UTC_OFFSET_HOURS,
  marketTime,
  timestampMs,
  type Market,
} from '@jawhara/domain';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { word } from '../../words/word.ts';
import { RawLines, TestSection } from './test-section.tsx';

const MARKETS = Object.keys(MARKET_UTC_OFFSET_HOURS) as Market[];

/** The largest time that a Date can hold. */
const MOMENT_MAX_MS = 8_640_000_000_000_000;

function timesAt(ms: number): [string, string][] {
  const moment = new Date(ms);
  return [
    ['utc', moment.toISOString()],
    ...MARKETS.map((market): [string, string] => [
      `${market} +${MARKET_UTC_OFFSET_HOURS[market]}`,
      marketTime(market, moment),
    ]),
  ];
}

/** Shows a number from a log or an event as a count, in both styles, and as a time, in the local time of every market. */
export function FormatsSection() {
  const [typed, setTyped] = useState('');
  const ms = timestampMs(typed);
  const count = Number(typed);
  return (
    <TestSection title={word('test.formats')}>
      <Field
        label={word('test.formatsNumber')}
        value={typed}
        onChange={setTyped}
        inputMode="numeric"
        isBad={typed !== '' && ms === null}
        testId="test-formats-field"
      />
      {ms !== null && (
        <RawLines
          testId="test-formats"
          of={[
            ['live', formatLargeCount(count, 'live')],
            ['plain', formatLargeCount(count, 'plain')],
            ...(ms < MOMENT_MAX_MS ? timesAt(ms) : []),
          ]}
        />
      )}
    </TestSection>
  );
}
