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

/** The day of UTC that the moment is in. */
export function dayFrom(at: Date): Day {
  const from = new Date(at.getTime() - (at.getTime() % DAY_MS));
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Faults in pages on a day, the most frequent first. */
function readFaults({ orders: { db } }: OperatorContext, day: Day): Promise<readonly FaultRow[]> {
  return faultsOfDay(db, day, FAULTS_SHOWN_MAX);
}

export interface Funnel {
  /** Every step, in its order, also those that nobody took. */
  readonly steps: readonly FunnelRow[];
  /** The same by provider and device. */
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

/** How far payers came on a day. */
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

/** A place in a file of ours, as browsers write it. The name is a plain one: it cannot lead out of the folder of maps. */
const PLACE = /\/(assets\/[\w-][\w.-]*\.js):(\d{1,7}):(\d{1,7})/;

/** Says of each line of a stack where it is in the source; a line without a map stays as it came. */
export type ResolveStack = (stack: string) => readonly string[];

/** Maps give source paths relative to the served file. */
function sourceName(source: string): string {
  return source.replace(/^(\.\.?\/)+/, '');
}

/** `directory` has the maps that the build puts beside the site, by the names of its files. */
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
      // No map: its release's maps are gone, or the file is not ours.
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
 * The share of the previous step's payers. It may exceed 100 %, because a payer who pays again passes the later steps
 * twice.
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
