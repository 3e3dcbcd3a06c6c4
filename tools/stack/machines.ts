import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { httpUrl } from './profiles.ts';
import type { ProgramContext } from './program-context.ts';
import { REPOSITORY } from './repository.ts';
import { answersOk } from './wait-until.ts';

/** The build id of the workers that run from the start, in the balancer's first lane. */
export const FIRST_BUILD = 'first';

export type Lane = 'lane_a' | 'lane_b';

const LANES: Readonly<Record<Lane, readonly [number, number]>> = { lane_a: [1, 2], lane_b: [3, 4] };

/** The distance from a run's base port to the ports of its web and worker processes. */
const FIRST_PORT = 40;

const webPort = ({ ports }: ProgramContext, number: number): number => FIRST_PORT + ports.site + number;
const flowPort = ({ ports }: ProgramContext, number: number): number => FIRST_PORT + ports.site + 4 + number;
const metricsPort = ({ ports }: ProgramContext, place: number): number =>
  FIRST_PORT + ports.site + 10 + place;

export const flowsDir = ({ dir }: ProgramContext): string => join(dir, 'flows');

/** Debian installs haproxy outside an ordinary user's PATH. */
export function haproxy(path: string): string {
  const places = [...path.split(delimiter), '/usr/sbin'].map((place) => join(place, 'haproxy'));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error('haproxy is missing: apt-get install haproxy, 2.6 or later');
  return found;
}

/**
 * Both balancers of deploy/ in one haproxy, with their own files: flows go to the workers of their build (its lane), calls to any
 * ready web process.
 */
export function balancerPart(context: ProgramContext): Part {
  const [a1, a2] = LANES.lane_a.map((number) => `${HOST}:${flowPort(context, number)}`);
  const [b1, b2] = LANES.lane_b.map((number) => `${HOST}:${flowPort(context, number)}`);
  mkdirSync(flowsDir(context), { recursive: true });
  writeFileSync(join(flowsDir(context), 'builds.map'), `${FIRST_BUILD} lane_a\n`);
  return processPart({
    name: 'balancer',
    command: haproxy(context.env['PATH'] ?? ''),
    args: [
      '-db',
      ...['flows', 'calls'].flatMap((of) => ['-f', join(REPOSITORY, `deploy/${of}/haproxy.cfg`)]),
    ],
    cwd: REPOSITORY,
    env: {
      ...context.env,
      FLOWS_DIR: flowsDir(context),
      FLOWS_AT: `${HOST}:${context.ports.flow}`,
      CALLS_AT: `${HOST}:${context.ports.api}`,
      WEB_1: `${HOST}:${webPort(context, 1)}`,
      WEB_2: `${HOST}:${webPort(context, 2)}`,
      LANE_A_1: a1 ?? '',
      LANE_A_2: a2 ?? '',
      LANE_B_1: b1 ?? '',
      LANE_B_2: b2 ?? '',
    },
    logFile: join(context.logsDir, 'balancer.log'),
    // The balancer counts as ready once it listens; the machines behind it start later.
    isReady: async () => true,
  });
}

interface Machine {
  readonly name: string;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly metrics: number;
}

/** A part counts as started when its process is healthy. It becomes ready later, when the engine knows its build. */
function machinePart(context: ProgramContext, { name, entry, env, metrics }: Machine): Part {
  return processPart({
    name,
    command: process.execPath,
    args: [entry],
    cwd: REPOSITORY,
    // A stopping process waits this long, for one health check of the balancer, before it refuses requests.
    env: { ...context.env, STOP_NOTICE_MS: '1000', METRICS_PORT: String(metrics), ...env },
    logFile: join(context.logsDir, `${name}.log`),
    isReady: () => answersOk(`${httpUrl(metrics)}/healthz`),
    // A little more than a stop may take: a process that needs longer is killed, and is seen by the time that its stop took.
    stopWithinMs: 25_000,
  });
}

/** Where the server's entry file may be: an earlier build has it beside the folders of the server. */
const MAINS = ['apps/api/src/program/main.ts', 'apps/api/src/main.ts'];

function mainIn(root: string): string {
  const mains = MAINS.map((path) => join(root, path));
  return mains.find((path) => existsSync(resolve(REPOSITORY, path))) ?? mains[0] ?? '';
}

export function webPart(context: ProgramContext, number: 1 | 2): Part {
  return machinePart(context, {
    name: `web-${number}`,
    entry: mainIn(context.machinesFrom ?? ''),
    env: { ROLE: 'web', API_PORT: String(webPort(context, number)), BUILD: FIRST_BUILD },
    metrics: metricsPort(context, number),
  });
}

export interface WorkerOptions {
  readonly number: number;
  readonly build: string;
  /** The folder of its code if it is another build; by default this checkout. */
  readonly root?: string;
}

export function workerPart(
  context: ProgramContext,
  { number, build, root = context.machinesFrom ?? '' }: WorkerOptions,
): Part {
  return machinePart(context, {
    name: `worker-${number}`,
    entry: mainIn(root),
    env: {
      ROLE: 'worker',
      FLOW_PORT: String(flowPort(context, number)),
      FLOW_URL: httpUrl(context.ports.flow),
      FLOW_REGISTRATION: 'release',
      BUILD: build,
    },
    metrics: metricsPort(context, 4 + number),
  });
}

/** Two workers of a build, for one lane. */
export function lanePair(
  context: ProgramContext,
  lane: Lane,
  { build, root }: Omit<WorkerOptions, 'number'>,
): [Part, Part] {
  const [one, two] = LANES[lane];
  const of = (number: number): Part => workerPart(context, { number, build, ...(root && { root }) });
  return [of(one), of(two)];
}
