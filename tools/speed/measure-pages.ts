import type { Browser } from 'playwright-core';
import { auditPage, type Audit } from './audit-page.ts';
import type { Samples } from './judge.ts';
import { blockingMs } from './main-thread.ts';
import { PHONE_REFERENCE_WORK_MS, type MeasureName, type Side } from './measures.ts';
import { tapToSheetMs } from './tap-to-sheet.ts';
import { throttledLoad } from './throttled-load.ts';

/** Odd, so that the median is a measured value. */
const AUDITS = 3;
const LOADS = 5;
const TAPS = 5;

export interface Measuring {
  readonly browser: Browser;
  readonly debuggingPort: number;
  readonly urls: Readonly<Record<Side, string>>;
  readonly say: (line: string) => void;
}

export interface Measured {
  readonly samples: Readonly<Record<MeasureName, Samples>>;
  readonly benchmarkIndexes: readonly number[];
}

export async function measurePages({ browser, debuggingPort, urls, say }: Measuring): Promise<Measured> {
  const audits = await inTurns('Lighthouse', AUDITS, say, (side) => auditPage(urls[side], debuggingPort));
  const loads = await inTurns('throttled load', LOADS, say, (side) => throttledLoad(browser, urls[side]));
  const taps = await inTurns('tap to sheet', TAPS, say, (side) => tapToSheetMs(browser, urls[side]));
  return {
    samples: {
      lcp: each(audits, ({ lcpMs }) => lcpMs),
      'throttled-lcp': each(loads, ({ lcpMs }) => lcpMs),
      list: each(loads, ({ listMs }) => listMs),
      work: each(audits, ({ workMs }) => workMs),
      blocking: each(audits, ({ tasksAfterPaintMs }, round) =>
        blockingMs(tasksAfterPaintMs, slowDownIn(audits.reference[round])),
      ),
      tbt: each(audits, ({ tbtMs }) => tbtMs),
      cls: each(audits, ({ cls }) => cls),
      score: each(audits, ({ score }) => score),
      tap: each(taps, (tapMs) => tapMs),
    },
    benchmarkIndexes: [...audits.ours, ...audits.reference].map(({ benchmarkIndex }) => benchmarkIndex),
  };
}

/** How much slower the budget's phone is than this machine, by the CPU time of the reference page on both. */
function slowDownIn(reference: Audit | undefined): number {
  return PHONE_REFERENCE_WORK_MS / (reference?.workMs ?? Number.NaN);
}

/** Measures our page and the reference page by turns, so that other load on the machine affects both. */
async function inTurns<Reading>(
  what: string,
  rounds: number,
  say: (line: string) => void,
  measure: (side: Side) => Promise<Reading>,
): Promise<Record<Side, Reading[]>> {
  const readings: Record<Side, Reading[]> = { ours: [], reference: [] };
  for (let round = 0; round < rounds; round += 1) {
    say(`${what}, round ${round + 1} of ${rounds}`);
    const turns: readonly Side[] = round % 2 === 0 ? ['ours', 'reference'] : ['reference', 'ours'];
    for (const side of turns) readings[side].push(await measure(side));
  }
  return readings;
}

function each<Reading>(
  { ours, reference }: Readonly<Record<Side, readonly Reading[]>>,
  read: (reading: Reading, round: number) => number,
): Samples {
  return { ours: ours.map(read), reference: reference.map(read) };
}
