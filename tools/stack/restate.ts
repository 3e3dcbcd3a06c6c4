import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { processPart, type Part } from './part.ts';
import { HOST } from './ports.ts';
import { answersOk } from './wait-until.ts';

export interface RestatePorts {
  readonly ingress: number;
  readonly admin: number;
  readonly node: number;
}

export interface RestateOptions {
  readonly baseDir: string;
  readonly ports: RestatePorts;
  readonly logFile?: string;
  /** For a node of a cluster: its name, and its settings about the others. */
  readonly node?: { readonly name: string; readonly env: Readonly<Record<string, string>> };
}

/**
 * The flow engine (Restate). All its state is in its directory, so a run that deletes the directory starts with an empty engine.
 */
export function restatePart({ baseDir, ports, logFile, node }: RestateOptions): Part {
  const name = node?.name ?? 'n1';
  const args = ['--no-logo', '--listen-mode', 'tcp', '--node-name', name, '--cluster-name', 'jawhara'];
  return processPart({
    name: node === undefined ? 'restate' : `restate-${name}`,
    command: restateBinary(),
    args: [...args, '--base-dir', baseDir],
    cwd: dirname(baseDir),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? dirname(baseDir),
      RESTATE_BIND_IP: HOST,
      RESTATE_ADVERTISED_HOST: HOST,
      RESTATE_BIND_PORT: String(ports.node),
      RESTATE_INGRESS__BIND_PORT: String(ports.ingress),
      RESTATE_ADMIN__BIND_PORT: String(ports.admin),
      // The default of 24 is too many for a small machine.
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
      RESTATE_WORKER__INVOKER__CONCURRENT_INVOCATIONS_LIMIT: '20000',
      RESTATE_DISABLE_TELEMETRY: 'true',
      ...node?.env,
    },
    logFile: logFile ?? `${baseDir}.log`,
    isReady: async () =>
      (await answersOk(`http://${HOST}:${ports.admin}/health`)) &&
      (await answersOk(`http://${HOST}:${ports.ingress}/restate/health`)),
  });
}

export async function startRestate(options: RestateOptions): Promise<Part> {
  mkdirSync(options.baseDir, { recursive: true });
  const part = restatePart(options);
  await part.start();
  await part.ready();
  return part;
}

function restateBinary(): string {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    return join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'restate-server');
  } catch (cause) {
    throw new Error(
      `Restate is missing: ${name} is not installed. Run npm install; on another platform see restate.dev/get-restate.`,
      { cause },
    );
  }
}
