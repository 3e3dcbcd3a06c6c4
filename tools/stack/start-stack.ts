import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addDevelopmentOperator } from './development-operator.ts';
import { keepRunning } from './keep-running.ts';
import { requireFreePorts } from './ports.ts';
import { placeOf, PROFILES, type PartName, type ProfileName, type StackPorts } from './profiles.ts';
import type { Part } from './part.ts';
import type { ProgramContext } from './program-context.ts';
import { PROGRAM_PARTS } from './program-parts.ts';
import { STATE_DIR } from './repository.ts';
import { runOnce } from './run-once.ts';
import { RunRecord } from './run-record.ts';
import { isSiteBuilt } from './site-build.ts';
import { startServices } from './start-services.ts';
import type { Environment } from './providers/stack-provider.ts';
import { stackEnvironment } from './stack-environment.ts';

export interface StackOptions {
  readonly profile: ProfileName;
  /** The programs to start; the services that they need are started too. */
  readonly parts: readonly PartName[];
  /** Added to the environment of api, sandbox and site. */
  readonly env?: Environment;
  /** Nodes of the flow engine; by default one. */
  readonly engines?: 1 | 3;
  /** Another checkout whose web and worker processes run, on the database migrated by this one. */
  readonly machinesFrom?: string;
  /** Instead of the profile's own port, to run the same profile twice. */
  readonly basePort?: number;
  readonly say?: (line: string) => void;
}

export interface Stack extends ProgramContext {
  /** The flow engine's data folder, for runs that delete it. */
  readonly restateDir: string;
  part(name: PartName): Part;
  /** Starts another part later; it is stopped with the others. */
  join(part: Part): Promise<void>;
  /** Stops and removes everything this run started. Safe to call twice. */
  stop(): Promise<void>;
}

const MACHINES = ['balancer', 'web-1', 'web-2', 'worker-1', 'worker-2'] as const;
const ROOM_PARTS = ['rooms-redis', 'rooms-1', 'rooms-2', 'demo-room'] as const;
const PROGRAMS = ['sandbox', 'api', ...MACHINES, ...ROOM_PARTS, 'site'] as const;

export async function startStack(options: StackOptions): Promise<Stack> {
  const profile = PROFILES[options.profile];
  const { ports, directory, database, redisDatabase } = placeOf(options.profile, options.basePort);
  const dir = join(STATE_DIR, directory);
  const say = options.say ?? (() => {});
  const run = new RunRecord();
  try {
    await requireFreePorts(portsNeeded(ports, options.parts, profile.services));
    if (!profile.keepsData) rmSync(dir, { recursive: true, force: true });
    const logsDir = join(dir, 'logs');
    rmSync(logsDir, { recursive: true, force: true });
    mkdirSync(logsDir, { recursive: true });

    const { engines = 1 } = options;
    const services = { profile, ports, dir, logsDir, database, redisDatabase, engines, run, say };
    const urls = await startServices(services);
    const env = stackEnvironment(ports, urls, options.env ?? {});
    const { machinesFrom } = options;
    const reloads = profile.reloads;
    const context = { urls, ports, dir, env, logsDir, reloads, ...(machinesFrom && { machinesFrom }) };
    await startPrograms(options.parts, context, run, say);
    if (profile.reloads) run.atEnd(keepRunning(run.parts, say));
    const part = (name: PartName): Part => findPart(run.parts, name);
    return {
      ...context,
      restateDir: join(dir, 'restate'),
      part,
      async join(joining) {
        run.started(joining);
        await joining.start();
        await joining.ready();
      },
      stop: run.undo,
    };
  } catch (fault) {
    await run.undo();
    throw fault;
  }
}

async function startPrograms(
  parts: readonly PartName[],
  context: ProgramContext,
  run: RunRecord,
  say: (line: string) => void,
): Promise<void> {
  const { env, logsDir } = context;
  if (parts.includes('api') || parts.includes('web-1')) {
    say('migrating and seeding');
    // The programs of another checkout may be an older build, so the migrations that only newer builds tolerate are left out.
    const options = context.machinesFrom === undefined ? ['--after-drain'] : [];
    await runOnce('apps/api/src/program/migrate.ts', env, join(logsDir, 'migrate.log'), options);
    await runOnce('apps/api/src/program/seed.ts', env, join(logsDir, 'seed.log'));
    await addDevelopmentOperator(context.urls.database);
  }
  if (parts.includes('site') && !context.reloads && !isSiteBuilt()) {
    say('building the site');
    await runOnce('apps/web/build/build.ts', env, join(logsDir, 'build.log'));
  }
  const programs = PROGRAMS.filter((name) => parts.includes(name)).map((name) =>
    PROGRAM_PARTS[name](context),
  );
  for (const program of programs) {
    say(`starting ${program.name}`);
    run.started(program);
    await program.start();
  }
  await Promise.all(programs.map((program) => program.ready()));
}

function portsNeeded(
  ports: StackPorts,
  parts: readonly PartName[],
  services: 'shared' | 'private',
): Map<string, number> {
  const needed = new Map<string, number>([
    ['restate', ports.restateIngress],
    ["restate's admin", ports.restateAdmin],
    ["restate's node", ports.restateNode],
  ]);
  for (const program of ['sandbox', 'api', 'site'] as const)
    if (parts.includes(program)) needed.set(program, ports[program]);
  if (parts.includes('sandbox'))
    needed.set("sandbox's Apple Pay gateway", ports.applePayGateway).set("sandbox's mail server", ports.mail);
  if (parts.includes('api'))
    needed.set("api's flow handlers", ports.flow).set("api's metrics", ports.metrics);
  if (parts.includes('rooms-redis')) needed.set("the rooms' Redis", ports.roomsRedis);
  if (parts.includes('rooms-1'))
    needed.set('rooms-1', ports.rooms1).set("rooms-1's metrics", ports.rooms1Metrics);
  if (parts.includes('rooms-2'))
    needed.set('rooms-2', ports.rooms2).set("rooms-2's metrics", ports.rooms2Metrics);
  if (services === 'private') needed.set('postgres', ports.postgres).set('redis', ports.redis);
  return needed;
}

function findPart(running: readonly Part[], name: PartName): Part {
  const part = running.find((one) => one.name === name);
  if (part === undefined) throw new Error(`${name} was not started by this stack`);
  return part;
}
