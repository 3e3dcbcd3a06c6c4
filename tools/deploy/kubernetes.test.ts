import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT_COM } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { readEnv, readOwnerDatabaseUrl } from '../../apps/api/src/program/env.ts';
import { STACK_PROVIDERS } from '../stack/stack-providers.ts';
import { REPOSITORY } from '../stack/repository.ts';

/**
 * Fails without kubectl (Debian: kubernetes-client): if the tests were skipped, it would go unnoticed that they prove nothing.
 */
function render(folder: string): string {
  const { stdout, stderr, status, error } = spawnSync('kubectl', ['kustomize', join(REPOSITORY, folder)], {
    encoding: 'utf8',
  });
  expect(error, 'kubectl is missing: apt-get install kubernetes-client').toBeUndefined();
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

interface Resource {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** Reads kubectl's output by patterns, because its form never varies: keys in a fixed order, indented by two spaces. */
function resourcesIn(text: string): Resource[] {
  return text.split(/^---$/m).map((part) => ({
    kind: /^kind: (\w+)$/m.exec(part)?.[1] ?? '',
    name: /^metadata:\n(?: {2}.*\n)*? {2}name: ([\w-]+)$/m.exec(part)?.[1] ?? '',
    text: part,
  }));
}

const readSource = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const KEYS = STACK_PROVIDERS[CHECKOUT_COM].environment({ api: 'http://api', sandbox: 'http://sandbox' });
const SECRET = 'a-secret-of-at-least-thirty-two-letters';
/** The contents of the secret files, as an operator would fill them in. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://shop@10.0.0.1/jawhara',
  DATABASE_OWNER_URL: 'postgres://owner@10.0.0.1/jawhara',
  REDIS_URL: 'rediss://web:of-redis@10.0.0.1:6379/0',
  CHECKOUT_COM_SECRET_KEY: KEYS['CHECKOUT_COM_SECRET_KEY'] ?? '',
};
/** Settings that are empty in an overlay, and that its owner fills in. */
const OWNERS_SETTINGS = {
  RESTATE_IDENTITY_KEYS: 'publickeyv1_111111111111111111111111111111111111',
  BUILD: 'a1b2c3',
  CHECKOUT_COM_PUBLIC_KEY: KEYS['CHECKOUT_COM_PUBLIC_KEY'] ?? '',
  OPERATOR_FACTS_FILE: join(REPOSITORY, 'apps/api/src/legal/sample-facts.json'),
};

/** The environment of a container, as its pod gives it. */
function environmentOf({ text }: Resource, settings: Resource | undefined): Record<string, string> {
  const own = Array.from(
    text.matchAll(/- name: ([A-Z][A-Z0-9_]+)\n\s+value: (.*)$/gm),
    ([, name = '', value = '']) => [name, value.replaceAll(/^["']|["']$/g, '')] as const,
  );
  const shared = text.includes('name: shop-settings')
    ? Array.from(
        (settings?.text ?? '').matchAll(/^ {2}([A-Z][A-Z0-9_]+): (.*)$/gm),
        ([, name = '', value = '']) => [name, value.replaceAll(/^["']|["']$/g, '')] as const,
      )
    : [];
  return Object.fromEntries(
    [...shared, ...own].map(([name, value]) => {
      const secret = /^(.*)_FILE$/.exec(name)?.[1];
      return secret === undefined || !value.startsWith('/run/secrets/')
        ? [name, value]
        : [secret, SECRETS[secret] ?? SECRET];
    }),
  );
}

const PROGRAMS = ['web', 'worker-a', 'migrate', 'reconcile-13'];

describe.each(globSync('deploy/kubernetes/overlays/*', { cwd: REPOSITORY }))('%s', (folder) => {
  const resources = resourcesIn(render(folder));
  const named = (kind: string): Resource[] => resources.filter((one) => one.kind === kind);
  const settings = named('ConfigMap').find(({ name }) => name === 'shop-settings');
  const pods = ['Deployment', 'Job', 'CronJob'].flatMap(named);

  it('a Kubernetes overlay has all programs, with disruption budgets and scaling', () => {
    expect(pods.map(({ name }) => name).toSorted()).toEqual([...PROGRAMS, 'edge'].toSorted());
    for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler'])
      expect(
        named(kind)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['edge', 'web', 'worker-a']);
    const targets: string[] = named('HorizontalPodAutoscaler').map(
      ({ text }) => /scaleTargetRef:[^]*?name: (\S+)/.exec(text)?.[1] ?? '',
    );
    expect(targets.toSorted()).toEqual(['edge', 'web', 'worker-a']);
    expect(named('NetworkPolicy').length).toBeGreaterThan(6);
    expect(named('Secret')).toEqual([]);
  });

  it.each(['web', 'worker-a'])(
    'the program %s starts with the settings of its Kubernetes overlay',
    (name) => {
      const pod = pods.find((one) => one.name === name);
      expect(pod).toBeDefined();
      const env = readEnv({ ...environmentOf(pod as Resource, settings), ...OWNERS_SETTINGS });
      expect(env.running.role).toBe(name === 'web' ? 'web' : 'worker');
      expect(env.metricsPort).toBe(9464);
      expect(env.restateAdmin.token === null).toBe(name === 'web');
    },
  );

  it('every setting in a Kubernetes overlay is read by a program', () => {
    const known = new Set(
      ['env.ts', 'operator-env.ts'].flatMap((file) =>
        found(readSource(`apps/api/src/program/${file}`), /^ {4}([A-Z][A-Z0-9_]+): /gm),
      ),
    );
    for (const file of globSync('apps/api/src/providers/*/*.ts', { cwd: REPOSITORY }))
      for (const name of found(readSource(file), /^ {2,4}([A-Z][A-Z0-9_]+): /gm)) known.add(name);
    known.add('NODE_ENV').add('DATABASE_OWNER_URL');
    const names = pods.flatMap((pod) => Object.keys(environmentOf(pod, settings)));
    expect(names.length).toBeGreaterThan(40);
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('in Kubernetes the migration job alone gets the database owner’s address', () => {
    const owners = pods.filter((pod) => 'DATABASE_OWNER_URL' in environmentOf(pod, settings));
    expect(owners.map(({ name }) => name)).toEqual(['migrate']);
    expect(readOwnerDatabaseUrl(environmentOf(owners[0] as Resource, settings))).toBe(
      SECRETS['DATABASE_OWNER_URL'],
    );
  });

  it.each(pods)(
    'the Kubernetes pod $name runs without root, with a memory limit and a read-only file system',
    ({ kind, text }) => {
      for (const line of [
        'runAsNonRoot: true',
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'automountServiceAccountToken: false',
      ])
        expect(text).toContain(line);
      expect(text).toMatch(/limits:\n\s+memory: /);
      if (kind !== 'Deployment') return;
      expect(text).toMatch(/readinessProbe:[^]*failureThreshold: 1\n/);
      expect(text).toContain('livenessProbe:');
      expect(Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)?.[1])).toBeGreaterThan(24);
    },
  );

  it('in Kubernetes worker lane b is a Deployment of its own with a port of its own', () => {
    const lane = resourcesIn(render(`${folder}/lane-b`));
    expect(lane.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(
      ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service'].map(
        (kind) => `${kind} worker-b`,
      ),
    );
    const ports = [...named('Service'), ...lane].flatMap(({ text }) => found(text, /nodePort: (\d+)/g));
    expect(new Set(ports).size).toBe(2);
    const selectors = lane.filter(({ kind }) => kind !== 'HorizontalPodAutoscaler').map(({ text }) => text);
    for (const text of selectors)
      expect(text).toMatch(/(?:selector|matchLabels):\n(?:\s+[\w./]+: \S+\n)*?\s+lane: b\n/);
  });

  it('no Kubernetes resource of an overlay has a placeholder address 192.0.2.x', () => {
    expect(resources.map(({ text }) => text).join('')).not.toContain('192.0.2.');
  });
});
