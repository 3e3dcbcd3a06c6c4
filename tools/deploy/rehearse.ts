/**
 * `node tools/deploy/rehearse.ts --build BUILD [--port 5100] [--keep]`: runs the whole shop in containers, as deploy/compose
 * describes it, with the sandbox as provider: sets it up by the commands of deploy/release.md and makes one purchase in a
 * browser. The images must exist (deploy/release.md builds them). COMPOSE names the program, by default `podman-compose`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { REPOSITORY, STATE_DIR } from '../stack/repository.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { runNode } from '../test/run-node.ts';
import { writeRehearsalShop, type RehearsalShop } from './rehearsal-files.ts';

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 1_000;
const PROJECT = 'jawhara-rehearsal';
/** Part of a journey's title: a whole card purchase, from an empty page to gems in the ledger. */
const PURCHASE = 'recognises without a question';

const { values } = parseArgs({
  options: {
    build: { type: 'string' },
    port: { type: 'string', default: '5100' },
    keep: { type: 'boolean', default: false },
  },
});
const { build, keep } = values;
if (build === undefined) throw new Error('usage: rehearse.ts --build BUILD [--port PORT] [--keep]');

const shop = writeRehearsalShop(join(STATE_DIR, 'rehearsal'), Number(values.port));
const [program = '', ...words] = (process.env['COMPOSE'] ?? 'podman-compose').split(' ');
/** The program that runs compose's containers. */
const engine = program.startsWith('docker') ? 'docker' : 'podman';
const files = ['compose', 'sandbox'].flatMap((name) => [
  '-f',
  join(REPOSITORY, `deploy/compose/${name}.yaml`),
]);

/** Runs a compose command and returns the container's output; podman-compose first prints the commands it will run. */
function compose(...args: readonly string[]): string {
  console.log(`$ compose ${args.join(' ')}`);
  const said = execFileSync(program, [...words, '-p', PROJECT, ...files, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...shop.settings, BUILD_WEB: build, BUILD_A: build, BUILD_MIGRATE: build },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // podman-compose 1.0 prints the exit code of a command, but exits with 0 itself.
  if (args[0] === 'run' && /^exit code: (?!0$)/m.test(said)) throw new Error(said);
  return said;
}

const ops = (...args: readonly string[]): string => compose('run', '--rm', '--no-deps', 'ops', ...args);

async function inDatabase(run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 2 });
  try {
    await run(sql);
  } finally {
    await sql.end();
  }
}

async function setUp({ programPassword }: RehearsalShop): Promise<void> {
  compose('up', '-d', 'postgres', 'redis', 'restate', 'sandbox');
  await waitUntil('PostgreSQL', () => inDatabase((sql) => sql`select 1`).then(() => true), PATIENCE_MS);
  compose('run', '--rm', '--no-deps', 'migrate');
  compose('run', '--rm', '--no-deps', 'migrate', 'apps/api/src/program/seed.ts');
  await inDatabase((sql) =>
    sql.unsafe(`create role shop login password '${programPassword}' in role jawhara_app`),
  );
  ops('deploy/flows/lanes.ts', 'put', build ?? '', 'lane_a');
  compose('up', '-d', 'balancer', 'engine-proxy', 'worker-a-1', 'worker-a-2', 'web-1', 'web-2', 'edge');
}

async function release(): Promise<void> {
  const signed = ['--why', 'a rehearsal'];
  ops('apps/api/src/program/ops.ts', 'login');
  ops('apps/api/src/program/ops.ts', 'operators', 'first', '--name', 'rehearsal', ...signed);
  const register = ['deploy', 'register', build ?? '', '--url', 'http://engine-proxy:9190', ...signed];
  await waitUntil(
    'a worker to register',
    () => Boolean(ops('apps/api/src/program/ops.ts', ...register)),
    PATIENCE_MS,
  );
  const both =
    "await Promise.all(['web-1','web-2'].map(async (w) => { const a = await fetch(`http://${w}:8101/readyz`); if (!a.ok) throw new Error(await a.text()) }))";
  await waitUntil(
    'both web processes to be ready',
    () => ops('--input-type=module', '-e', both) !== undefined,
    PATIENCE_MS,
    LOOK_EVERY_MS,
  );
  const status = ops('apps/api/src/program/ops.ts', 'deploy', 'status');
  console.log(status.slice(status.indexOf('build  ')));
}

/** Runs the journey of e2e/ against this shop instead of one of its own. */
function purchase({ siteUrl, sandboxUrl, databaseUrl, dir }: RehearsalShop): Promise<number> {
  const addresses = { siteUrl, apiUrl: siteUrl, sandboxUrl, databaseUrl, redisUrl: '', logsDir: dir };
  return runNode(['e2e/run.ts', 'journeys/success', '--project', 'phone', '--grep', PURCHASE], {
    JAWHARA_E2E_SHOP: JSON.stringify(addresses),
  });
}

/** Services behind the balancer. From nginx's container none of them may be reachable, by name or by address. */
const BEHIND = ['web-1', 'worker-a-1', 'engine-proxy', 'restate', 'redis', 'postgres'];
const PORTS = [8101, 9080, 8080, 9070, 9190, 6379, 5432];

function requireClosed(): void {
  const looks = BEHIND.flatMap((name) =>
    [name, ...addressesOf(name)].flatMap((host) =>
      PORTS.map(
        (port) => `(timeout 2 bash -c '</dev/tcp/${host}/${port}') 2>/dev/null && echo ${name}:${port} &`,
      ),
    ),
  );
  const found = inEdge([...looks, 'wait'].join('\n'))
    .split('\n')
    .filter(Boolean);
  if (found.length > 0) throw new Error(`the edge reaches ${[...new Set(found)].join(', ')}`);
  if (!inEdge("timeout 2 bash -c '</dev/tcp/balancer/8100' && echo reached").includes('reached'))
    throw new Error('the edge does not reach the balancer: this look proves nothing');
  console.log(`the edge reaches the balancer, and none of ${BEHIND.join(', ')}`);
}

/** podman and docker use the same container name with a different separator. */
function container(name: string): string {
  return (
    execFileSync(engine, ['ps', '--format', '{{.Names}}'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => new RegExp(`^${PROJECT}[-_]${name}[-_]1$`).test(line))[0] ?? name
  );
}

const inEdge = (script: string): string =>
  execFileSync(engine, ['exec', container('edge'), 'bash', '-c', script], { encoding: 'utf8' });

function addressesOf(name: string): string[] {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}';
  return execFileSync(engine, ['inspect', '--format', format, container(name)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
}

try {
  await setUp(shop);
  await release();
  requireClosed();
  process.exitCode = await purchase(shop);
} finally {
  if (!keep) compose('down', '-v');
}
