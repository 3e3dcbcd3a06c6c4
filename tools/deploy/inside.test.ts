import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { composeNetworks, composeServices, type ComposeService } from './compose-file.ts';

/** Tests which services can reach each other behind nginx, by compose.yaml and by the systemd files. */

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const COMPOSE = read('deploy/compose/compose.yaml');

/** For each service, the others that share a network with it. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  edge: ['balancer'],
  restate: ['engine-proxy'],
  redis: ['web', 'worker', 'rooms'],
  postgres: ['web', 'worker', 'ops', 'migrate', 'rooms'],
  balancer: ['edge', 'web', 'ops', 'rooms'],
};

const kindOf = ({ name }: ComposeService): string => /^(web|worker|rooms)-/.exec(name)?.[1] ?? name;

function neighboursOf(services: readonly ComposeService[], name: string): string[] {
  const [own] = services.filter((service) => service.name === name);
  const near = services.filter(
    (other) => other !== own && other.networks.some((network) => own?.networks.includes(network)),
  );
  return [...new Set(near.map(kindOf))].toSorted();
}

/** Describes each weakness of a compose file. */
function weaknesses(text: string): string[] {
  const services = composeServices(text);
  const networks = composeNetworks(text);
  const named = (name: string): ComposeService | undefined =>
    services.find((service) => service.name === name);
  const outward = new Set(networks.filter(({ isInternal }) => !isInternal).map(({ name }) => name));
  const mayLeave = ['edge', 'web', 'worker', 'ops'];
  return [
    ...Object.entries(NEIGHBOURS).flatMap(([name, allowed]) =>
      neighboursOf(services, name)
        .filter((other) => !allowed.includes(other))
        .map((other) => `${name} shares a network with ${other}`),
    ),
    ...services
      .filter(({ name, ports }) => name !== 'edge' && ports.some((port) => !port.startsWith('127.0.0.1:')))
      .map(({ name }) => `${name} publishes a port`),
    ...services
      .filter(
        (service) =>
          !mayLeave.includes(kindOf(service)) && service.networks.some((network) => outward.has(network)),
      )
      .map(({ name }) => `${name} has a way out`),
    ...networks
      .filter(({ isInternal, isIsolated }) => !isInternal && !isIsolated)
      .map(({ name }) => `${name} leads outside and to other networks`),
    ...services
      .filter(({ networks: own }) => own.length === 0)
      .map(({ name }) => `${name} is in compose's default network`),
    ...(/--aclfile.*redis_users/.test(named('redis')?.text ?? '') ? [] : ['redis has no ACL file']),
    ...(/INGRESS_TOKENS: .*\n.*ADMIN_TOKENS: /.test(named('engine-proxy')?.text ?? '')
      ? []
      : ['the engine’s proxy asks for no token']),
    ...services
      .filter((service) => kindOf(service) === 'web' && service.secrets.includes('engine_admin_token'))
      .map(({ name }) => `${name} has the token of the engine’s admin`),
    ...(/RESTATE_\w+_URL: .*restate:/.test(text) ? ['programs call the engine past its proxy'] : []),
    ...(/TRUSTED_PROXIES: .*\/\d+/.test(text) ? ['a whole network is trusted as a proxy'] : []),
    ...services
      .filter(({ image }) => !/^jawhara|^\$\{[A-Z]+_IMAGE:\?/.test(image))
      .map(({ name, image }) => `${name} runs ${image}, a name that is no setting`),
  ];
}

describe('compose', () => {
  it('in compose each service shares networks only with the services it connects to', () => {
    expect(weaknesses(COMPOSE)).toEqual([]);
    expect(composeServices(COMPOSE).map(kindOf)).toEqual(
      expect.arrayContaining([...Object.keys(NEIGHBOURS), 'engine-proxy']),
    );
    for (const [name, allowed] of Object.entries(NEIGHBOURS))
      expect(neighboursOf(composeServices(COMPOSE), name)).toEqual([...allowed].toSorted());
  });

  it.each([
    [
      'networks: [entrance, front]',
      'networks: [entrance, front, counters]',
      'edge shares a network with redis',
    ],
    ['networks: [entrance, front]', 'networks: [entrance, front, calls]', 'edge shares a network with web'],
    ['networks: [entrance, front]', 'networks: [outward, front]', 'edge shares a network with worker'],
    ['    networks: [engine]', '    networks: [engine, work]', 'restate shares a network with worker'],
    [
      '    networks: [engine]',
      "    networks: [engine]\n    ports: ['9070:9070']",
      'restate publishes a port',
    ],
    [
      '    networks: [database]\n    restart',
      '    networks: [database, outward]\n    restart',
      'postgres has a way out',
    ],
    ['    networks: [database]\n    restart', '    restart', 'postgres is in compose’s default network'],
    ['  counters: { internal: true }', '  counters: {}', 'redis has a way out'],
    [
      "  outward: { driver_opts: { isolate: 'true' } }",
      '  outward: {}',
      'outward leads outside and to other networks',
    ],
    ["'--aclfile', '/run/secrets/redis_users', ", '', 'redis has no ACL file'],
    ['      ADMIN_TOKENS: /run/secrets/engine_admin_digests\n', '', 'the engine’s proxy asks for no token'],
    [
      '    - redis_url_web\n',
      '    - redis_url_web\n    - engine_admin_token\n',
      'web-1 has the token of the engine’s admin',
    ],
    ['http://engine-proxy:9070', 'http://restate:9070', 'programs call the engine past its proxy'],
    [
      'TRUSTED_PROXIES: ${BALANCER_ADDRESS:-10.77.13.2}',
      'TRUSTED_PROXIES: 10.77.13.0/28',
      'a whole network is trusted as a proxy',
    ],
    ['${REDIS_IMAGE:?REDIS_IMAGE is not set}', 'redis:7', 'redis runs redis:7, a name that is no setting'],
  ])('the compose check finds a planted weakness: %s → %s', (is, becomes, found) => {
    expect(COMPOSE).toContain(is);
    const said = weaknesses(COMPOSE.replace(is, becomes)).map((line) =>
      line.replace("compose's", 'compose’s'),
    );
    expect(said).toContain(found);
  });

  it('the sandbox in compose opens its ports to the local machine alone', () => {
    const ports = [...read('deploy/compose/sandbox.yaml').matchAll(/ports: \[(.*)\]/g)].map(
      (match) => match[1],
    );
    expect(ports.length).toBeGreaterThan(1);
    expect(ports.filter((port) => !port?.startsWith("'127.0.0.1:"))).toEqual([]);
  });
});

describe('Redis', () => {
  const users = read('deploy/redis/users.acl').trim().split('\n');

  it('Redis has no users but those of the programs, and none without a password', () => {
    expect(users.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'user default',
      'user web',
      'user worker',
      'user rooms',
    ]);
    expect(users[0]).toBe('user default off');
    for (const line of users.slice(1)) {
      expect(line).toMatch(/ on #[A-Z]+_PASSWORD_SHA256 /);
      expect(line).toMatch(/ resetchannels (&jawhara:room:\* )?-@all /);
      expect(line).not.toMatch(/nopass|\+@|~\*|allkeys|allcommands/);
    }
  });
});

describe('machines without containers', () => {
  it('on machines without containers programs trust only the balancer, and use credentials for Redis and engine', () => {
    const shop = read('deploy/systemd/shop.env.example');
    expect(shop).toMatch(/^TRUSTED_PROXIES=\d+\.\d+\.\d+\.\d+$/m);
    const [web, worker] = [read('deploy/systemd/web.env.example'), read('deploy/systemd/worker.env.example')];
    for (const text of [web, worker]) expect(text).toMatch(/^# rediss:\/\/\w+:…@.*\nREDIS_URL_FILE=/m);
    expect(shop).toMatch(/^RESTATE_INGRESS_TOKEN_FILE=/m);
    expect(worker).toMatch(/^RESTATE_ADMIN_TOKEN_FILE=/m);
    expect(`${shop}${web}`).not.toContain('RESTATE_ADMIN_TOKEN');
    expect(shop).not.toMatch(/^(REDIS|DATABASE)_URL=/m);
  });

  it('the firewall rules close every unlisted port, and open only the balancer to the edge', () => {
    const rules = read('deploy/systemd/inside.nft');
    expect(rules).toContain('policy drop');
    expect([...rules.matchAll(/saddr @edges (.*) accept/g)].map((match) => match[1])).toEqual([
      'tcp dport { 8100, 8200 }',
    ]);
  });

  it.runIf(spawnSync('nft', ['--version']).error === undefined && process.getuid?.() === 0)(
    'nft accepts the firewall rules',
    () => {
      const checkResult = spawnSync('nft', ['-c', '-f', join(REPOSITORY, 'deploy/systemd/inside.nft')], {
        encoding: 'utf8',
      });
      expect(checkResult.stderr).toBe('');
    },
  );
});

describe('the images of a release', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'jawhara-pinned-'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const names = [...new Set([...COMPOSE.matchAll(/\$\{([A-Z]+_IMAGE):\?/g)].map((match) => match[1] ?? ''))];
  const digest = `@sha256:${'0123456789abcdef'.repeat(4)}`;
  const all = (): Record<string, string> =>
    Object.fromEntries(
      [...names, 'NODE_BASE', 'EDGE_BASE'].map((name) => [name, `registry.example/x:1${digest}`]),
    );

  function pinned(settings: Readonly<Record<string, string>>) {
    const file = join(dir, '.env');
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const script = join(REPOSITORY, 'deploy/image/pinned.ts');
    return spawnSync(process.execPath, [script, file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '' },
    });
  }

  it('a release whose images are all named by digest is accepted', () => {
    expect(names).toHaveLength(4);
    expect(pinned(all())).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['redis:7', '', 'redis@sha256:abc', `redis:7${digest}x`, 'redis:latest@sha512:0'])(
    'a release with the image %j is refused, and the image’s setting is named',
    (image) => {
      for (const name of ['REDIS_IMAGE', 'NODE_BASE']) {
        const checkResult = pinned({ ...all(), [name]: image });
        expect(checkResult.status).toBe(1);
        expect(checkResult.stderr).toContain(`${name} is ${image || 'not set'}`);
      }
    },
  );

  it('a development release may name images by tags, with a notice', () => {
    const checkResult = pinned({ ...all(), REDIS_IMAGE: 'redis:7', STAGE: 'development' });
    expect([checkResult.status, checkResult.stdout]).toEqual([0, expect.stringContaining('development')]);
  });

  it('the compose sample has only settings that compose or the image check reads, and names every image', () => {
    const sample = [...read('deploy/compose/env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
      (match) => match[1] ?? '',
    );
    const known = `${COMPOSE}${read('deploy/image/pinned.ts')}`;
    expect(sample.length).toBeGreaterThan(8);
    expect(sample.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => !sample.includes(name))).toEqual([]);
  });
});
