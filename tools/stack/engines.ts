import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVELOPMENT_ENGINE_TOKENS, engineTokenFiles } from './engine-tokens.ts';
import { haproxy } from './machines.ts';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { httpUrl } from './profiles.ts';
import { REPOSITORY } from './repository.ts';
import { restatePart, type RestatePorts } from './restate.ts';
import type { RunRecord } from './run-record.ts';
import { answersOk } from './wait-until.ts';

interface EnginesOptions {
  readonly baseDir: string;
  /** The ports of a single engine; here the balancer listens on them. */
  readonly ports: RestatePorts;
  readonly logsDir: string;
  readonly run: RunRecord;
}

const NODES = [1, 2, 3] as const;
type NodeNumber = (typeof NODES)[number];

/** The distance from the engine's node port to the ports of these nodes, above those of the run's web and worker processes. */
const FIRST_PORT = 70;

function portsOf({ node }: RestatePorts, number: NodeNumber): RestatePorts {
  const first = node + FIRST_PORT + number * 3;
  return { ingress: first, admin: first + 1, node: first + 2 };
}

const storePort = ({ node }: RestatePorts): number => node + FIRST_PORT;

/** The engine writes a snapshot after so few records that even a run of minutes has some. */
const RECORDS_A_SNAPSHOT = 1_000;

/** The settings that deployed nodes have in common. */
const CLUSTER = Object.fromEntries(
  Array.from(
    readFileSync(join(REPOSITORY, 'deploy/engines/cluster.env'), 'utf8').matchAll(/^(RESTATE_\w+)=(.*)$/gm),
    ([, name = '', value = '']) => [name, value],
  ),
);

function nodeEnv(ports: RestatePorts, number: NodeNumber): Record<string, string> {
  return {
    ...CLUSTER,
    // Fewer partitions than deployed, because one developer's machine runs all three nodes.
    RESTATE_DEFAULT_NUM_PARTITIONS: '4',
    // The first node creates the cluster, the others join it.
    RESTATE_AUTO_PROVISION: String(number === 1),
    RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(
      NODES.map((other) => httpUrl(portsOf(ports, other).node)),
    ),
    RESTATE_WORKER__SNAPSHOTS__DESTINATION: 's3://engine/snapshots',
    RESTATE_WORKER__SNAPSHOTS__SNAPSHOT_INTERVAL_NUM_RECORDS: String(RECORDS_A_SNAPSHOT),
    RESTATE_WORKER__SNAPSHOTS__AWS_ENDPOINT_URL: httpUrl(storePort(ports)),
    RESTATE_WORKER__SNAPSHOTS__AWS_ALLOW_HTTP: 'true',
    RESTATE_WORKER__SNAPSHOTS__AWS_REGION: 'us-east-1',
    RESTATE_WORKER__SNAPSHOTS__AWS_ACCESS_KEY_ID: 'S3RVER',
    RESTATE_WORKER__SNAPSHOTS__AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
}

function storePart({ baseDir, ports, logsDir }: EnginesOptions): Part {
  const port = storePort(ports);
  return processPart({
    name: 'object store',
    command: process.execPath,
    args: ['tools/stack/object-store.ts', String(port), join(baseDir, 'store')],
    cwd: REPOSITORY,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(logsDir, 'object-store.log'),
    isReady: async () => (await fetch(httpUrl(port)).catch(() => null)) !== null,
  });
}

function balancerPart({ baseDir, ports, logsDir }: EnginesOptions): Part {
  const path = process.env['PATH'] ?? '';
  const places = NODES.flatMap((number) => {
    const { ingress, admin } = portsOf(ports, number);
    return [
      [`INGRESS_${number}`, `${HOST}:${ingress}`],
      [`ADMIN_${number}`, `${HOST}:${admin}`],
    ];
  });
  return processPart({
    name: 'engine balancer',
    command: haproxy(path),
    args: [
      '-db',
      ...['haproxy', 'three-nodes'].flatMap((name) => ['-f', join(REPOSITORY, `deploy/engines/${name}.cfg`)]),
    ],
    cwd: REPOSITORY,
    env: {
      PATH: path,
      INGRESS_AT: `${HOST}:${ports.ingress}`,
      ADMIN_AT: `${HOST}:${ports.admin}`,
      ...engineTokenFiles(baseDir, DEVELOPMENT_ENGINE_TOKENS),
      ...(Object.fromEntries(places) as Record<string, string>),
    },
    logFile: join(logsDir, 'engine-balancer.log'),
    isReady: async () =>
      (await answersOk(`${httpUrl(ports.admin)}/health`, bearer(DEVELOPMENT_ENGINE_TOKENS.admin))) &&
      (await answersOk(
        `${httpUrl(ports.ingress)}/restate/health`,
        bearer(DEVELOPMENT_ENGINE_TOKENS.ingress),
      )),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Starts three nodes that store everything twice, an object store for snapshots, and a balancer in front of them. */
export async function startEngines(options: EnginesOptions): Promise<void> {
  const { baseDir, ports, logsDir, run } = options;
  mkdirSync(baseDir, { recursive: true });
  const nodes = NODES.map((number) =>
    restatePart({
      baseDir: join(baseDir, `n${number}`),
      ports: portsOf(ports, number),
      logFile: join(logsDir, `restate-n${number}.log`),
      node: { name: `n${number}`, env: nodeEnv(ports, number) },
    }),
  );
  const store = storePart(options);
  run.started(store);
  await store.start();
  await store.ready();
  for (const part of [...nodes, balancerPart(options)]) {
    run.started(part);
    await part.start();
  }
  await Promise.all(run.parts.map((part) => part.ready()));
}
