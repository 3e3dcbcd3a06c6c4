import { buildAddress, type Deployment, type Registered } from '../../platform/restate-deployments.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, type ActionFacts, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { currentBuild, forgetBuild, makeCurrent } from './flow-build.store.ts';

const BUILD = /^[a-z0-9][a-z0-9.-]{0,62}$/;

export const pinnedCount = ({ pinned }: Deployment): number =>
  Object.values(pinned).reduce((sum, n) => sum + n, 0);

export async function listBuilds({ releases }: OperatorContext): Promise<readonly Deployment[] | Refused> {
  return (await releases.deployments()) ?? refused('engine-away');
}

async function buildMeant(context: OperatorContext, build: string): Promise<Deployment | Refused> {
  const builds = await listBuilds(context);
  if (isRefused(builds)) return builds;
  return builds.find((one) => one.build === build) ?? refused('no-such-build', build);
}

function buildRefusal(registration: Exclude<Registered, { kind: 'done' }>): Refused {
  return registration.kind === 'engine-away'
    ? refused('engine-away')
    : refused('build-not-taken', registration.why);
}

async function newestOf({ releases }: OperatorContext): Promise<string | null> {
  return (await releases.deployments())?.find(({ isNewest }) => isNewest)?.build ?? null;
}

/** The plan of a release, shown before it runs. Making it only reads from the engine. */
interface ReleasePlan extends Record<string, string | number | null> {
  readonly newest: string | null;
}

export async function planRegistration(
  context: OperatorContext,
  { build, base }: { readonly build: string; readonly base: string },
): Promise<(ReleasePlan & { readonly becomes: string; readonly url: string }) | Refused> {
  if (!BUILD.test(build) || !URL.canParse(base)) return refused('build-unreadable', `${build} ${base}`);
  const builds = await listBuilds(context);
  if (isRefused(builds)) return builds;
  const newest = builds.find(({ isNewest }) => isNewest)?.build ?? null;
  // The build was registered before a newer one: only a rollback may make old code the newest again, not a release.
  if (newest !== build && builds.some((one) => one.build === build)) return refused('build-is-old', build);
  return { newest, becomes: build, url: buildAddress(base, build) };
}

export async function planRollback(
  context: OperatorContext,
  build: string,
): Promise<(ReleasePlan & { readonly becomes: string }) | Refused> {
  const known = await buildMeant(context, build);
  return isRefused(known) ? known : { newest: await newestOf(context), becomes: build };
}

export async function planRemoval(
  context: OperatorContext,
  build: string,
): Promise<(ReleasePlan & { readonly removes: string }) | Refused> {
  const known = await removableBuild(context, context.orders.db, build);
  return isRefused(known) ? known : { newest: await newestOf(context), removes: known.url };
}

/**
 * The build, if it may be removed: it is neither newest nor current, and no flow runs on it. The engine itself would
 * remove any build, and its flows would stop for ever.
 */
async function removableBuild(
  context: OperatorContext,
  db: Reader,
  build: string,
): Promise<Deployment | Refused> {
  const known = await buildMeant(context, build);
  if (isRefused(known)) return known;
  if (known.isNewest || (await currentBuild(db))?.build === build) return refused('build-is-current', build);
  return pinnedCount(known) > 0 ? refused('build-in-use', `${pinnedCount(known)} flows`) : known;
}

/** New orders start on this build from now on; orders in progress end on the build where they started. */
export function registerBuild(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { build, base }: { readonly build: string; readonly base: string },
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'deploy register', async (tx): Promise<ActionFacts | Refused> => {
    if (!BUILD.test(build) || !URL.canParse(base)) return refused('build-unreadable', `${build} ${base}`);
    const url = buildAddress(base, build);
    const before = await newestOf(context);
    const registration = await context.releases.register(url, 'first');
    if (registration.kind !== 'done') return buildRefusal(registration);
    const after = await newestOf(context);
    // The build was registered before a newer one: only a rollback may make old code the newest again, not a release.
    if (after !== build) return refused('build-is-old', build);
    await makeCurrent(tx, { build, url }, context.orders.now());
    return { subject: `build:${build}`, before: { newest: before }, after: { newest: build, url } };
  });
}

/** Makes a build whose workers still run the newest one again: new orders start on it. */
export function rollBackTo(
  context: OperatorContext,
  signOff: OperatorSignOff,
  build: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'deploy rollback', async (tx): Promise<ActionFacts | Refused> => {
    const known = await buildMeant(context, build);
    if (isRefused(known)) return known;
    const before = await newestOf(context);
    const registration = await context.releases.register(known.url, 'again');
    if (registration.kind !== 'done') return buildRefusal(registration);
    await makeCurrent(tx, known, context.orders.now());
    return { subject: `build:${build}`, before: { newest: before }, after: { newest: build } };
  });
}

/** The engine is called after the row is deleted, in the same transaction: if the engine refuses, the row stays. */
export function removeBuild(
  context: OperatorContext,
  signOff: OperatorSignOff,
  build: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'deploy remove', async (tx): Promise<ActionFacts | Refused> => {
    const known = await removableBuild(context, tx, build);
    if (isRefused(known)) return known;
    await forgetBuild(tx, build);
    if (!(await context.releases.remove(known.id))) return refused('engine-away');
    return { subject: `build:${build}`, before: { url: known.url }, after: { url: null } };
  });
}

/**
 * The nodes of the engine learn of a new build one after another, so finding no flow once does not prove that the build
 * is unused.
 */
const LOOKS_IN_A_ROW = 3;

export interface DrainLook {
  readonly everyMs: number;
  readonly withinMs: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly progress: (left: number) => void;
}

/** Waits until no flow runs on this build any more, and returns how many are left at the end. */
export async function waitForDrain(
  context: OperatorContext,
  build: string,
  { everyMs, withinMs, pause, progress }: DrainLook,
): Promise<{ readonly left: number } | Refused> {
  let empty = 0;
  for (let waited = 0; ; waited += everyMs) {
    const known = await buildMeant(context, build);
    if (isRefused(known)) return known;
    if (known.isNewest) return refused('build-is-current', build);
    const left = pinnedCount(known);
    progress(left);
    empty = left === 0 ? empty + 1 : 0;
    if (empty >= LOOKS_IN_A_ROW || waited >= withinMs) return { left };
    await pause(everyMs);
  }
}
