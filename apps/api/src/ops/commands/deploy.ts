import { setTimeout as pause } from 'node:timers/promises';
import {
  listBuilds,
  pinnedCount,
  registerBuild,
  removeBuild,
  rollBackTo,
  waitForDrain,
} from '../../operator/releases/release-builds.ts';
import { isRefused } from '../../operator/refusals.ts';
import { shown, type Commands } from '../command.ts';
import { ageText, table } from '../print.ts';

const DRAIN_WITHIN_MS = 15 * 60_000;
const DRAIN_LOOK_EVERY_MS = 2_000;

export const DEPLOY_COMMANDS = {
  'deploy status': {
    kind: 'reads',
    usage: 'deploy status',
    says: 'the builds the engine knows, which is the newest, and what still runs on each',
    async run({ context, now }) {
      const builds = await listBuilds(context);
      if (isRefused(builds)) return builds;
      const rows = builds.map((one) => [
        one.isNewest ? 'NEWEST' : '',
        one.build,
        pinnedCount(one),
        Object.entries(one.pinned)
          .map(([status, n]) => `${n} ${status}`)
          .join(', '),
        ageText(one.since, now),
        one.url,
      ]);
      return shown(table(['', 'build', 'under way', '', 'age', 'address'], rows));
    },
  },
  'deploy register': {
    kind: 'changes',
    usage: 'deploy register BUILD --url http://FLOWS:PORT',
    says: 'new orders begin on this build; what is under way ends where it began',
    options: { url: { type: 'string' } },
    async run({ context, signOff, words: [build], option }) {
      const base = option('url');
      if (build === undefined || base === null) return { kind: 'usage' };
      return registerBuild(context, signOff, { build, base });
    },
  },
  'deploy drain': {
    kind: 'reads',
    usage: 'deploy drain BUILD',
    says: 'wait, a quarter of an hour at most, until nothing runs on this build any more',
    async run({ context, words: [build], progress }) {
      if (build === undefined) return { kind: 'usage' };
      const drained = await waitForDrain(context, build, {
        everyMs: DRAIN_LOOK_EVERY_MS,
        withinMs: DRAIN_WITHIN_MS,
        pause: (ms) => pause(ms),
        progress: (flows) => progress('flows still under way', flows),
      });
      if (isRefused(drained)) return drained;
      const { left } = drained;
      if (left === 0) return shown([`Nothing runs on ${build} any more: ops deploy remove ${build}.`]);
      return {
        kind: 'differs',
        lines: [`${left} flows still run on ${build}: ops flows stuck shows those that stand.`],
      };
    },
  },
  'deploy rollback': {
    kind: 'changes',
    usage: 'deploy rollback BUILD',
    says: 'a build whose workers still run is the newest again',
    async run({ context, signOff, words: [build] }) {
      return build === undefined ? { kind: 'usage' } : rollBackTo(context, signOff, build);
    },
  },
  'deploy remove': {
    kind: 'changes',
    usage: 'deploy remove BUILD',
    says: 'the engine forgets a build that nothing needs any more; then its workers may stop',
    async run({ context, signOff, words: [build] }) {
      return build === undefined ? { kind: 'usage' } : removeBuild(context, signOff, build);
    },
  },
} as const satisfies Commands;
