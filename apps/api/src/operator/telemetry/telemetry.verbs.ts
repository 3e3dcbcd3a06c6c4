import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { FUNNEL_STEPS, type FunnelStep } from '@jawhara/domain';
import * as v from 'valibot';
import {
  faultsOfDay,
  funnelOfDay,
  pageViewsEnded,
  type Day,
  type FaultRow,
  type FunnelRow,
} from '../../telemetry/telemetry.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { section, table, timeText, type ReportPart } from '../report-parts.ts';
import { optionalDay, optionalOption } from '../verb-fields.ts';
import { openRead, shown } from '../verb.ts';

const DAY_MS = 86_400_000;
const FAULTS_SHOWN_MAX = 50;

/** The day in UTC that contains the moment. */
export function dayFrom(at: Date): Day {
  const from = new Date(at.getTime() - (at.getTime() % DAY_MS));
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Script errors that pages reported on a day, those on most devices first. */
function readFaults({ orders: { db } }: OperatorContext, day: Day): Promise<readonly FaultRow[]> {
  return faultsOfDay(db, day, FAULTS_SHOWN_MAX);
}

export interface Funnel {
  /** How many page views, devices and events reached each step, in the order of the steps, also where the numbers are zero. */
  readonly steps: readonly FunnelRow[];
  /** The same numbers, separately for each provider and kind of device. */
  readonly parts: readonly FunnelRow[];
  readonly ended: number;
}

const nobody = (step: FunnelStep): FunnelRow => ({
  step,
  provider: null,
  device: null,
  events: 0,
  pageViews: 0,
  devices: 0,
});

/** How far the page views of a day got in the steps of a purchase. */
async function readFunnel({ orders: { db } }: OperatorContext, day: Day): Promise<Funnel> {
  const [rows, ended] = await Promise.all([funnelOfDay(db, day), pageViewsEnded(db, day)]);
  const parts = rows.filter(({ provider }) => provider !== null);
  return {
    steps: FUNNEL_STEPS.map(
      (step) => rows.find((row) => row.step === step && row.provider === null) ?? nobody(step),
    ),
    parts: FUNNEL_STEPS.flatMap((step) => parts.filter((row) => row.step === step)),
    ended,
  };
}

/**
 * A position in a script of the site, as browsers write it in a stack trace. The pattern allows no path that leads out
 * of the folder of source maps.
 */
const PLACE = /\/(assets\/[\w-][\w.-]*\.js):(\d{1,7}):(\d{1,7})/;

/** Replaces the position in each line of a stack trace by the one in the source; a line without a source map stays as it is. */
export type ResolveStack = (stack: string) => readonly string[];

/** The path of a source file without its leading `../`: source maps give it relative to the served script. */
function sourceName(source: string): string {
  return source.replace(/^(\.\.?\/)+/, '');
}

/** `directory` has the source maps of the site's scripts, each named as its script with `.map` added. */
export function stackResolver(directory: string): ResolveStack {
  const maps = new Map<string, SourceMap | null>();

  function mapOf(file: string): SourceMap | null {
    const known = maps.get(file);
    if (known !== undefined) return known;
    let map: SourceMap | null = null;
    try {
      const text = readFileSync(join(directory, `${file}.map`), 'utf8');
      map = new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {
      // There is no source map: the release is too old, or the script is not ours.
    }
    maps.set(file, map);
    return map;
  }

  function resolved(line: string): string {
    const [place, file = '', row = '', column = ''] = PLACE.exec(line) ?? [];
    if (place === undefined) return line;
    const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return line;
    const { originalSource, originalLine, originalColumn } = entry;
    return `${sourceName(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  }

  return (stack) => (stack === '' ? [] : stack.split('\n').map(resolved));
}

const nameOf = ({ from }: Day): string => `${from.toISOString().slice(0, 10)} UTC`;

/**
 * The share of the previous step's page views. It may exceed 100 %: a payer who pays again has a new page view, which may
 * lack the first steps.
 */
function share(now: number, before: number | undefined): string {
  return before === undefined || before === 0 ? '-' : `${Math.round((now / before) * 100)} %`;
}

function funnelParts({ steps, parts, ended }: Funnel, day: Day): ReportPart[] {
  const all = steps.map(({ step, pageViews, devices, events }, nth) => [
    step,
    pageViews,
    share(pageViews, steps[nth - 1]?.pageViews),
    devices,
    events,
  ]);
  const some = parts.map(({ step, provider, device, pageViews, devices, events }) => [
    step,
    provider === '' ? null : provider,
    device,
    pageViews,
    devices,
    events,
  ]);
  return [
    `How far page views came on ${nameOf(day)}`,
    table(['step', 'page views', 'of before', 'devices', 'events'], all),
    ...section(
      'By provider and device',
      some.length === 0
        ? []
        : [table(['step', 'provider', 'device', 'page views', 'devices', 'events'], some)],
    ),
    '',
    `${ended} page views ended with the result of a payment.`,
  ];
}

function faultLines(fault: FaultRow, resolve: ResolveStack): string[] {
  const { message, stack, times, devices, lastAt, versions, pages } = fault;
  return [
    '',
    message,
    `  ${times} times on ${devices} devices, last ${timeText(lastAt)}; ${versions.join(', ')}; ${pages.join(', ')}`,
    ...resolve(stack).map((line) => `    ${line}`),
  ];
}

export const TELEMETRY_VERBS = [
  openRead({
    name: 'funnel',
    says: 'how far the page views of a day came, by step, provider and device',
    input: v.strictObject({ day: optionalDay() }),
    async run({ context, now }, input) {
      const day = dayFrom(input.day ?? now);
      return shown(...funnelParts(await readFunnel(context, day), day));
    },
  }),
  openRead({
    name: 'errors',
    says: 'what went wrong in pages on a day; with the source maps of the build (apps/web/dist-maps), where in the source',
    input: v.strictObject({ day: optionalDay(), maps: optionalOption('DIRECTORY') }),
    async run({ context, now }, { maps, ...input }) {
      const day = dayFrom(input.day ?? now);
      const faults = await readFaults(context, day);
      if (faults.length === 0) return shown(`No page told of a fault on ${nameOf(day)}.`);
      const resolve = maps === null ? (stack: string) => stack.split('\n') : stackResolver(maps);
      return shown(
        `What went wrong in pages on ${nameOf(day)}`,
        ...faults.flatMap((one) => faultLines(one, resolve)),
      );
    },
  }),
] as const;
