import { dayNamed, readFaults, readFunnel, type Funnel } from '../../operator/telemetry/read-telemetry.ts';
import { stackResolver, type ResolveStack } from '../../operator/telemetry/stack-resolver.ts';
import type { Day, FaultRow } from '../../telemetry/telemetry-report.store.ts';
import { shown, type Commands } from '../command.ts';
import { plain, section, table, timeText } from '../print.ts';

const OPTIONS = { day: { type: 'string' } } as const;

const nameOf = ({ from }: Day): string => `${from.toISOString().slice(0, 10)} UTC`;

/** Of those who came to the step before. More than all of them: whoever pays again passes the later steps twice. */
function share(now: number, before: number | undefined): string {
  return before === undefined || before === 0 ? '-' : `${Math.round((now / before) * 100)} %`;
}

function funnelLines({ steps, parts, ended }: Funnel, day: Day): string[] {
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
    ...table(['step', 'page views', 'of before', 'devices', 'events'], all),
    ...section(
      'By provider and device',
      some.length === 0 ? [] : table(['step', 'provider', 'device', 'page views', 'devices', 'events'], some),
    ),
    '',
    `${ended} page views ended with the result of a payment.`,
  ];
}

function faultLines(fault: FaultRow, resolve: ResolveStack): string[] {
  const { message, stack, times, devices, lastAt, versions, pages } = fault;
  return [
    '',
    plain(message),
    `  ${times} times on ${devices} devices, last ${timeText(lastAt)}; ${plain(versions.join(', '))}; ${plain(pages.join(', '))}`,
    ...resolve(stack).map((line) => `    ${plain(line)}`),
  ];
}

export const TELEMETRY_COMMANDS = {
  funnel: {
    kind: 'reads',
    usage: 'funnel [--day YYYY-MM-DD]',
    says: 'how far the page views of a day came, by step, provider and device',
    options: OPTIONS,
    async run({ context, option, now }) {
      const day = dayNamed(option('day'), now);
      return day === null ? { kind: 'usage' } : shown(funnelLines(await readFunnel(context, day), day));
    },
  },
  errors: {
    kind: 'reads',
    usage: 'errors [--day YYYY-MM-DD] [--maps DIRECTORY]',
    says: 'what went wrong in pages on a day; with the source maps of the build (apps/web/dist-maps), where in the source',
    options: { ...OPTIONS, maps: { type: 'string' } },
    async run({ context, option, now }) {
      const day = dayNamed(option('day'), now);
      if (day === null) return { kind: 'usage' };
      const faults = await readFaults(context, day);
      if (faults.length === 0) return shown([`No page told of a fault on ${nameOf(day)}.`]);
      const maps = option('maps');
      const resolve = maps === null ? (stack: string) => stack.split('\n') : stackResolver(maps);
      return shown([
        `What went wrong in pages on ${nameOf(day)}`,
        ...faults.flatMap((one) => faultLines(one, resolve)),
      ]);
    },
  },
} as const satisfies Commands;
