import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { engineTokenFiles } from '../stack/engine-tokens.ts';
import { composeServices } from './compose-file.ts';
import { findPostgresBin } from '../stack/private-postgres.ts';
import { REPOSITORY } from '../stack/repository.ts';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const all = (pattern: string): string[] => globSync(pattern, { cwd: REPOSITORY }).toSorted();
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** The settings that the API and the room gateways read, by their schemas. */
const SETTINGS = new Set(
  [
    'apps/api/src/program/env.ts',
    'apps/api/src/program/operator-env.ts',
    'apps/rooms/src/env.ts',
    ...all('apps/api/src/providers/*/*.ts').filter((file) => /\/([^/]+)\/\1\.ts$/.test(file)),
  ].flatMap((file) => found(read(file), /(?:^ {2,4}|source\[')([A-Z][A-Z0-9_]+)(?:: |'\])/gm)),
);
const isSetting = (name: string): boolean =>
  SETTINGS.has(name) || (name.endsWith('_FILE') && SETTINGS.has(name.slice(0, -'_FILE'.length)));

const UNITS = all('deploy/systemd/*.service');
const COMPOSE = read('deploy/compose/compose.yaml');
const MAIL = read('deploy/compose/mail.yaml');
const HAPROXY = ['flows', 'calls'].map((folder) => read(`deploy/${folder}/haproxy.cfg`)).join('\n');

const defaultOf = (setting: string): number =>
  Number(
    new RegExp(`${setting}: v\\.optional\\(.*'(\\d+)'\\)`).exec(read('apps/api/src/program/env.ts'))?.[1],
  );
/**
 * How long a process may need to stop: the notice to the balancer, the time for open requests and steps, and main.ts's time for
 * closing the database.
 */
const STOP_MS = defaultOf('STOP_NOTICE_MS') + defaultOf('STOP_WITHIN_MS') + 2_000;

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
});
function flowsDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-flows-'));
  dirs.push(dir);
  return dir;
}

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

it('the sample settings of deploy/page-check are the site, the origins of its content policy and the address for alerts', () => {
  const sample = found(read('deploy/page-check/page-check.env.example'), /^#? ?([A-Z][A-Z0-9_]+)=/gm);
  const edge = read('apps/web/build/edge/edge-settings.ts');
  expect(sample).toContain('SITE_URL');
  expect(sample.filter((name) => name !== 'ALERT_WEBHOOK_URL' && !edge.includes(`'${name}'`))).toEqual([]);
  const policy = found(edge, /originsIn\(env\['([A-Z_]+)'\]\)/gi);
  expect(policy.filter((name) => !sample.includes(name))).toEqual([]);
});

describe('the settings of the programs', () => {
  it('every setting in compose, systemd units and samples is read by a program', () => {
    expect(SETTINGS.size).toBeGreaterThan(60);
    const [said = ''] = /^x-settings:[^]*?(?=^\S(?<!x))/m.exec(COMPOSE) ?? [];
    const inCompose = [
      ...found(said, /^ {2}([A-Z][A-Z0-9_]+): /gm),
      ...found(COMPOSE, /<<: \*settings, (.*) }/g).flatMap((rest) => found(rest, /([A-Z][A-Z0-9_]+): /g)),
    ];
    expect(inCompose.length).toBeGreaterThan(15);
    const inUnits = UNITS.flatMap((unit) => found(read(unit), /^Environment=(.*)$/gm)).flatMap((line) =>
      found(line, /([A-Z][A-Z0-9_]+)=/g),
    );
    const samples = all('deploy/{compose,systemd}/*.env.example');
    const inSamples = samples.flatMap((file) => found(read(file), /^#? ?([A-Z][A-Z0-9_]+)=/gm));
    expect(inSamples.length).toBeGreaterThan(8);
    const known = (name: string): boolean => isSetting(name) || name === 'NODE_ENV';
    expect([...inCompose, ...inUnits, ...inSamples].filter((name) => !known(name))).toEqual([]);
  });

  it('every secret that compose uses is declared, and no secret’s value is in the file', () => {
    for (const text of [COMPOSE, MAIL]) {
      const used = found(text, /: \/run\/secrets\/(\w+)/g);
      const declared = found(text, /^ {2}(\w+): \{ file: /gm);
      expect(used.length).toBeGreaterThan(2);
      expect(used.filter((name) => !declared.includes(name))).toEqual([]);
    }
    expect(COMPOSE).not.toMatch(
      /(PASSWORD|SECRET_KEY|WEBHOOK_KEY|DEVICE_KEYS|RECEIPT_KEYS|FINE_QUOTE_KEY|DATABASE_URL): (?!\/run)/,
    );
  });
});

it('each program that reads shop.env gets the mail secrets, in containers and under systemd', () => {
  const readers = composeServices(COMPOSE)
    .filter(({ secrets }) => secrets.includes('device_keys'))
    .map(({ name }) => name);
  expect(readers).toHaveLength(7);
  const secrets = found(MAIL, /^ {4}(MAIL_\w+)_FILE: /gm);
  expect(composeServices(MAIL).map(({ name }) => name)).toEqual(readers);
  expect(composeServices(MAIL).filter((service) => service.secrets.length !== secrets.length)).toEqual([]);
  expect(secrets).toEqual(['MAIL_KEYS', 'MAIL_RETURNS_KEY', 'MAIL_SMTP_PASSWORD']);
  const sample = found(read('deploy/systemd/shop.env.example'), /^# (MAIL_\w+)=/gm);
  expect(secrets.filter((name) => !sample.includes(`${name}_FILE`))).toEqual([]);
  expect(secrets.filter((name) => !SETTINGS.has(name))).toEqual([]);
});

describe('a process that receives a stop signal', () => {
  it('systemd and containers give a stopping process the time it needs', () => {
    expect(STOP_MS).toBeGreaterThan(10_000);
    const stopTimeoutsMs = [
      ...UNITS.flatMap((unit) => found(read(unit), /^TimeoutStopSec=(\d+)$/gm)),
      ...found(COMPOSE, /stop_grace_period: (\d+)s/g),
    ].map((seconds) => Number(seconds) * 1_000);
    expect(stopTimeoutsMs).toHaveLength(UNITS.length + 2);
    expect(stopTimeoutsMs.filter((ms) => ms < STOP_MS)).toEqual([]);
  });

  it('systemd and containers give a stopping room gateway its drain time and five seconds more', () => {
    const drainMs =
      1_000 * Number(/ROOM_DRAIN_SECONDS: v\.optional\(.*'(\d+)'\)/.exec(read('apps/rooms/src/env.ts'))?.[1]);
    const [unit] = found(read('deploy/systemd/jawhara-rooms@.service'), /^TimeoutStopSec=(\d+)$/gm);
    const [, container] = found(COMPOSE, /stop_grace_period: (\d+)s/g);
    expect(drainMs).toBeGreaterThan(1_000);
    for (const seconds of [unit, container]) expect(Number(seconds) * 1_000).toBeGreaterThan(drainMs + 5_000);
  });

  it('the balancer’s health check notices a stopping process before it refuses requests', () => {
    const checks = found(HAPROXY, /check inter (\d+)ms .*fall 1 /g).map(Number);
    expect(checks).toHaveLength(4);
    expect(checks.filter((ms) => ms >= defaultOf('STOP_NOTICE_MS'))).toEqual([]);
  });
});

interface Locked {
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it('package-lock.json lists every platform’s build of the shipped packages', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  // Developers' tools are not shipped; deploy/release.md says how to add their builds for other platforms.
  const ours = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const wanted = ours.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

describe('the images and containers', () => {
  it.each(all('deploy/image/*Containerfile').map((file) => [file]))(
    'the image of %s runs as a user that is not root',
    (file) => {
      const text = read(file);
      expect(found(text, /^USER (\S+)$/gm)).toEqual(['10001:10001']);
      // The base image is an argument of the build; no registry is named.
      expect(found(text, /^ARG BASE=(\S+)$/gm)).toHaveLength(1);
      expect(text).not.toMatch(/\w\.(io|com|org|dev)\//);
    },
  );

  it('an image has its build name in a file, which no setting overrides', () => {
    const text = read('deploy/image/Containerfile');
    expect(text).toMatch(/^RUN printf '%s' "\$\{BUILD\}" > \/BUILD$/m);
    expect(text).toContain('ENV BUILD_FILE=/srv/jawhara/BUILD');
    expect(text).not.toMatch(/ENV BUILD=/);
  });

  it('in compose every service but PostgreSQL and the engine has a read-only file system and no privileges', () => {
    const [hardened = ''] = /^x-hardened:[^]*?\n\n/m.exec(COMPOSE) ?? [];
    expect(hardened).toContain("user: '10001:10001'");
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "'no-new-privileges:true'"])
      expect(hardened).toContain(line);
    const services = COMPOSE.slice(COMPOSE.indexOf('\nservices:'), COMPOSE.indexOf('\nnetworks:'));
    const blocks = services.split(/\n(?= {2}[\w-]+:)/).slice(1);
    const isHard = (block: string): boolean =>
      /<<: \*(hardened|program|worker)\b|: \*(web|rooms)$/m.test(block);
    const soft = blocks.filter((block) => !isHard(block)).map((block) => /^ +([\w-]+):/.exec(block)?.[1]);
    expect(soft).toEqual(['postgres', 'restate']);
  });

  it.each(UNITS.map((unit) => [unit]))(
    'the systemd unit %s runs without privileges on a read-only system',
    (unit) => {
      const text = read(unit);
      for (const line of [
        'User=jawhara',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'CapabilityBoundingSet=\n',
      ])
        expect(text).toContain(line);
    },
  );
});

describe('the configurations, checked by the programs that read them if installed', () => {
  const lanePlaces = ['LANE_A_1', 'LANE_A_2', 'LANE_B_1', 'LANE_B_2'];
  const nodes = (...numbers: number[]): string[] =>
    numbers.flatMap((number) => [`INGRESS_${number}`, `ADMIN_${number}`]);

  it.runIf(isInstalled('haproxy')).each([
    { files: ['calls/haproxy', 'rooms/haproxy'], places: ['WEB_1', 'WEB_2', 'ROOMS_1', 'ROOMS_2'] },
    { files: ['flows/haproxy'], places: lanePlaces },
    { files: ['engines/haproxy', 'engines/three-nodes'], places: nodes(1, 2, 3) },
    // As in compose.yaml, one haproxy stands in front of the engine and between the engine and the workers.
    { files: ['engines/haproxy', 'engines/one-node', 'flows/haproxy'], places: [...lanePlaces, ...nodes(1)] },
  ])('haproxy accepts the configuration of $files', ({ files, places }) => {
    const dir = flowsDir();
    const env = {
      ...process.env,
      FLOWS_DIR: dir,
      ...engineTokenFiles(dir, { ingress: 'a', admin: 'b' }),
      ...Object.fromEntries(places.map((name) => [name, '127.0.0.1:9'])),
    };
    lanes(dir, 'put', 'a1', 'lane_a');
    const named = files.flatMap((file) => ['-f', join(REPOSITORY, `deploy/${file}.cfg`)]);
    const checkResult = spawnSync('haproxy', ['-c', ...named], { encoding: 'utf8', env });
    expect(checkResult.stderr).not.toMatch(/WARNING|ALERT/);
    expect(checkResult.status).toBe(0);
  });

  it('PostgreSQL accepts its configuration and reads its settings', () => {
    const dir = flowsDir();
    writeFileSync(join(dir, 'postgresql.auto.conf'), '');
    const file = join(REPOSITORY, 'deploy/postgres/jawhara.conf');
    const read = (name: string) =>
      spawnSync(join(findPostgresBin(), 'postgres'), ['-C', name, '-D', dir, `--config-file=${file}`], {
        encoding: 'utf8',
      });
    for (const [name, value] of [
      ['max_connections', '200'],
      ['synchronous_commit', 'on'],
      ['log_parameter_max_length', '0'],
    ] as const)
      expect(read(name)).toMatchObject({ stderr: '', stdout: `${value}\n` });
  });

  it('the three engine nodes in compose have every needed setting, and the balancer has the address of each node', () => {
    const file = read('deploy/compose/three-engines.yaml');
    const example = read('deploy/engines/node.env.example');
    const played = found(read('tools/stack/engines.ts'), /\b(RESTATE_\w+):/g);
    expect(played.length).toBeGreaterThan(8);
    const node = new Set([
      ...found(example, /^(RESTATE_\w+)=/gm),
      ...found(read('deploy/engines/cluster.env'), /^(RESTATE_\w+)=/gm),
    ]);
    // The storage of a developer's machine speaks no TLS.
    const missing = played.filter((name) => !node.has(name) && !name.endsWith('AWS_ALLOW_HTTP'));
    expect(missing).toEqual([]);
    const places = found(read('deploy/engines/three-nodes.cfg'), /"\$\{(\w+)\}"/g);
    expect(places).toHaveLength(6);
    expect(places.filter((place) => !file.includes(`${place}: restate-`))).toEqual([]);
    const inCompose = found(file, /\b(RESTATE_\w+):(?!\?)/g);
    expect(inCompose.filter((name) => !node.has(name))).toEqual([]);
  });

  it.runIf(isInstalled('systemd-analyze'))('systemd accepts the service and timer units', () => {
    const checkResult = spawnSync(
      'systemd-analyze',
      ['verify', ...all('deploy/*/*.{service,timer}').map((unit) => join(REPOSITORY, unit))],
      {
        encoding: 'utf8',
      },
    );
    // The programs that a unit starts may be missing on the checking machine, which is not an error here.
    const lines = checkResult.stderr
      .split('\n')
      .filter((line) => line.includes('jawhara') && !line.includes('is not executable'));
    expect(lines).toEqual([]);
  });
});

function lanes(dir: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(REPOSITORY, 'deploy/flows/lanes.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, FLOWS_DIR: dir },
  });
}

describe('lanes', () => {
  it('the lanes script stores one worker lane for each build in haproxy’s map', () => {
    const dir = flowsDir();
    lanes(dir, 'put', 'one', 'lane_a');
    lanes(dir, 'put', 'two', 'lane_b');
    expect(lanes(dir, 'put', 'one', 'lane_b').stdout).toBe('two lane_b\none lane_b\n');
    expect(lanes(dir, 'drop', 'two').stdout).toBe('one lane_b\n');
    expect(readFileSync(join(dir, 'builds.map'), 'utf8')).toBe('one lane_b\n');
  });

  it('the lanes script refuses an invalid build or worker lane', () => {
    const dir = flowsDir();
    for (const args of [['put', 'a;b', 'lane_a'], ['put', 'one', 'web'], ['drop', ''], ['else']])
      expect(lanes(dir, ...args).status).toBe(2);
    expect(lanes(dir, 'show').stdout).toBe('');
  });
});
