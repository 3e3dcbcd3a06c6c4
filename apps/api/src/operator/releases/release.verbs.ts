import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { isRefused } from '../refusals.ts';
import { table } from '../report-parts.ts';
import { change, openRead, shown } from '../verb.ts';
import { option, word } from '../verb-fields.ts';
import {
  listBuilds,
  pinnedCount,
  planRegistration,
  planRemoval,
  planRollback,
  registerBuild,
  removeBuild,
  rollBackTo,
  waitForDrain,
} from './release-builds.ts';

const DRAIN_WITHIN_MS = 15 * 60_000;
const DRAIN_LOOK_EVERY_MS = 2_000;

const build = word('BUILD');

export const RELEASE_VERBS = [
  openRead({
    name: 'deploy status',
    says: 'the builds the engine knows, which is the newest, and what still runs on each',
    input: v.strictObject({}),
    async run({ context }) {
      const builds = await listBuilds(context);
      if (isRefused(builds)) return builds;
      const rows = builds.map((one) => [
        one.isNewest ? 'NEWEST' : '',
        one.build,
        pinnedCount(one),
        Object.entries(one.pinned)
          .map(([status, n]) => `${n} ${status}`)
          .join(', '),
        { since: one.since },
        one.url,
      ]);
      return shown(table(['', 'build', 'under way', '', 'age', 'address'], rows));
    },
  }),
  change({
    name: 'deploy register',
    says: 'new orders begin on this build; what is under way ends where it began',
    input: v.strictObject({ build, url: option('http://FLOWS:PORT') }),
    plan: ({ context }, input) => planRegistration(context, { build: input.build, base: input.url }),
    run: ({ context, signOff }, input) =>
      registerBuild(context, signOff, { build: input.build, base: input.url }),
  }),
  openRead({
    name: 'deploy drain',
    says: 'wait, a quarter of an hour at most, until nothing runs on this build any more',
    input: v.strictObject({ build }),
    async run({ context, progress }, input) {
      const drained = await waitForDrain(context, input.build, {
        everyMs: DRAIN_LOOK_EVERY_MS,
        withinMs: DRAIN_WITHIN_MS,
        pause: (ms) => pause(ms),
        progress: (flows) => progress('flows still under way', flows),
      });
      if (isRefused(drained)) return drained;
      const { left } = drained;
      if (left === 0)
        return shown(`Nothing runs on ${input.build} any more: ops deploy remove ${input.build}.`);
      return {
        kind: 'differs',
        parts: [`${left} flows still run on ${input.build}: ops flows stuck shows those that stand.`],
      };
    },
  }),
  change({
    name: 'deploy rollback',
    says: 'a build whose workers still run is the newest again',
    input: v.strictObject({ build }),
    plan: ({ context }, input) => planRollback(context, input.build),
    run: ({ context, signOff }, input) => rollBackTo(context, signOff, input.build),
  }),
  change({
    name: 'deploy remove',
    says: 'the engine forgets a build that nothing needs any more; then its workers may stop',
    input: v.strictObject({ build }),
    plan: ({ context }, input) => planRemoval(context, input.build),
    run: ({ context, signOff }, input) => removeBuild(context, signOff, input.build),
  }),
] as const;
