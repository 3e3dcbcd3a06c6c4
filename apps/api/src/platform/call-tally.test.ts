import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { callTally } from './call-tally.ts';

const BOUNDS = [0.005, 0.01, 1];

/** The library's own text is what scrapers are written for. */
async function libraryText(ended: readonly (readonly [string, string, number])[]): Promise<string> {
  const registers = [new Registry()];
  const counter = new Counter({
    name: 'jawhara_requests_total',
    help: 'Calls answered, by call and result',
    labelNames: ['call', 'result'],
    registers,
  });
  const histogram = new Histogram({
    name: 'jawhara_request_seconds',
    help: 'How long calls took',
    labelNames: ['call'],
    buckets: BOUNDS,
    registers,
  });
  for (const [call, result, seconds] of ended) {
    counter.inc({ call, result });
    histogram.observe({ call }, seconds);
  }
  return (await registers[0]?.metrics()) ?? '';
}

it('says to the letter what the library would, also at the bounds and past them', async () => {
  const ended = [
    ['findRecipient', 'answered', 0.005],
    ['findRecipient', 'answered', 0.0051],
    ['findRecipient', 'too-many-tries', 0],
    ['listGemPacks', 'answered', 0.25],
    ['listGemPacks', 'fault', 30],
  ] as const;
  const tally = callTally(BOUNDS);
  for (const [call, result, seconds] of ended) tally.ended(call, result, seconds);
  const linesOf = (text: string) => text.split('\n').filter(Boolean).toSorted();
  expect(linesOf(tally.text())).toEqual(linesOf(await libraryText(ended)));
});
