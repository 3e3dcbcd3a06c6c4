import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { readAudit } from './audit.ts';
import { licenceList, licenceProblems } from './licences.ts';
import { actionProblems, installProblems, lockProblems, npmrcProblems } from './lock-problems.ts';
import { lockedPackages, type Lock, type LockEntry } from './lock.ts';
import { createSbom } from './sbom.ts';

const PINNED: LockEntry = { version: '1.0.0', integrity: 'sha512-AAEC', license: 'MIT' };
const KNOWN_SCRIPTS = {
  'node_modules/@scarf/scarf': { ...PINNED, dev: true, hasInstallScript: true },
  'node_modules/@swc/core': { ...PINNED, dev: true, hasInstallScript: true },
};

function lockOf(packages: Record<string, LockEntry>): Lock {
  return { version: '2.0.0', packages: { '': {}, ...KNOWN_SCRIPTS, ...packages } };
}

describe('the lock check', () => {
  it('the lock check passes when every package has an integrity and every known install script is there', () => {
    expect(lockProblems(lockOf({ 'node_modules/a': PINNED }))).toEqual([]);
  });

  it('the lock check reports a package without integrity', () => {
    expect(lockProblems(lockOf({ 'node_modules/a': { version: '1.0.0' } }))).toEqual([
      'node_modules/a has no integrity in package-lock.json',
    ]);
  });

  it('the lock check reports an unknown install script, and a known one that is gone', () => {
    const planted = lockOf({ 'node_modules/miner': { ...PINNED, hasInstallScript: true } });
    expect(lockProblems(planted)).toEqual([expect.stringContaining('miner wants to run an install script')]);
    const without: Lock = { version: '1', packages: {} };
    expect(lockProblems(without).map((line) => line.split(' ')[0])).toEqual(['@scarf/scarf', '@swc/core']);
  });

  it('the lock check reports a Linux build that is not pinned, and accepts missing builds of other systems', () => {
    const parent = {
      ...PINNED,
      optionalDependencies: { '@a/linux-arm64-gnu': '1', '@a/linux-x64-gnu': '1', '@a/win32-x64': '1' },
    };
    const lock = lockOf({ 'node_modules/a': parent, 'node_modules/@a/linux-x64-gnu': PINNED });
    expect(lockProblems(lock)).toEqual([
      '@a/linux-arm64-gnu, a build of node_modules/a, is not pinned by package-lock.json',
    ]);
  });

  it('the bill of materials finds a dependency below its parent before a package of that name at the top', () => {
    const lock = lockOf({
      'node_modules/a': { ...PINNED, dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { ...PINNED, version: '2.0.0' },
      'node_modules/b': PINNED,
    });
    const { dependencies } = createSbom(lock, { name: 'shop', isShippedOnly: true });
    expect(dependencies.find(({ ref }) => ref === 'node_modules/a')?.dependsOn).toEqual([
      'node_modules/a/node_modules/b',
    ]);
  });
});

describe('the install check', () => {
  const lock = lockOf({ 'node_modules/a': PINNED, 'node_modules/b': PINNED });

  it('the install check passes when only a part of the locked packages is installed', () => {
    expect(installProblems(lock, { version: '', packages: { 'node_modules/a': PINNED } })).toEqual([]);
  });

  it.each([
    [
      'a package that nobody pinned',
      { 'node_modules/c': PINNED },
      'is installed and not in package-lock.json',
    ],
    [
      'another version',
      { 'node_modules/a': { ...PINNED, version: '1.0.1' } },
      'is installed as 1.0.1, pinned as 1.0.0',
    ],
    [
      'other bytes',
      { 'node_modules/a': { ...PINNED, integrity: 'sha512-B' } },
      'with another integrity than pinned',
    ],
  ])('the install check refuses %s', (_what, packages, message) => {
    expect(installProblems(lock, { version: '', packages })).toEqual([expect.stringContaining(message)]);
  });
});

describe('licences', () => {
  const problemsOf = (license: string | undefined, isTool: boolean) =>
    licenceProblems([
      {
        path: '',
        name: 'a',
        version: '1.0.0',
        entry: { ...(license && { license }), ...(isTool && { dev: true }) },
      },
    ]).length;

  it.each([
    ['MIT', false, 0],
    ['Apache-2.0 AND LGPL-3.0-or-later', false, 0],
    ['(MIT OR GPL-3.0-only)', false, 0],
    ['GPL-3.0-only', false, 1],
    ['MIT AND GPL-3.0-only', false, 1],
    ['MPL-2.0', true, 0],
    ['MPL-2.0', false, 1],
    ['AGPL-3.0-only', true, 1],
    [undefined, true, 1],
  ])('the licence %s, in a tool: %s, gives %i problems', (license, isTool, count) => {
    expect(problemsOf(license, isTool)).toBe(count);
  });

  it('the licence list has each package with its version', () => {
    expect(licenceList(lockedPackages(lockOf({ 'node_modules/@x/y': PINNED })))).toContain('@x/y@1.0.0');
  });
});

describe('the bill of materials', () => {
  const lock = lockOf({
    'apps/api': { version: '1', dependencies: { '@x/y': '1' }, devDependencies: { tool: '1' } },
    'node_modules/@jawhara/api': { link: true },
    'node_modules/@x/y': PINNED,
    'node_modules/tool': { ...PINNED, dev: true },
  });

  it('the bill of materials names each package with its address, hash, licence and whether it is shipped', () => {
    const sbom = createSbom(lock, { name: 'shop', isShippedOnly: false });
    expect(sbom.components.find(({ name }) => name === '@x/y')).toEqual({
      type: 'library',
      'bom-ref': 'node_modules/@x/y',
      name: '@x/y',
      version: '1.0.0',
      purl: 'pkg:npm/%40x/y@1.0.0',
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content: '000102' }],
      licenses: [{ expression: 'MIT' }],
    });
    expect(sbom.dependencies[0]).toEqual({
      ref: 'shop',
      dependsOn: ['node_modules/@x/y', 'node_modules/tool'],
    });
    expect(sbom.components.map(({ name }) => name)).not.toContain('@jawhara/api');
  });

  it('the bill of materials of shipped packages leaves out tools, and refers only to listed packages', () => {
    const real = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as Lock;
    const { components, dependencies } = createSbom(real, { name: 'jawhara', isShippedOnly: true });
    const refs = new Set(components.map((component) => component['bom-ref']));
    expect(refs.has('node_modules/react')).toBe(true);
    expect(refs.has('node_modules/vitest')).toBe(false);
    expect(refs.size).toBe(components.length);
    for (const { dependsOn } of dependencies) expect(dependsOn.filter((ref) => !refs.has(ref))).toEqual([]);
  });
});

it('the workflow check finds an action named by a tag, and accepts one named by its commit', () => {
  const workflow = `  steps:\n    - uses: actions/checkout@v4\n    - uses: a/b@${'0a'.repeat(20)} # v1\n    - uses: ./own\n`;
  expect(actionProblems(workflow)).toEqual(['actions/checkout@v4 is named by a tag: name the commit']);
});

it('the npm check requires ignore-scripts=true in .npmrc', () => {
  expect(npmrcProblems('save-exact=true\n')).toHaveLength(1);
  expect(npmrcProblems('save-exact=true\nignore-scripts=true\n')).toEqual([]);
});

it('the npm audit reports high and critical weaknesses, and states when the registry offers no audit', () => {
  const report = {
    vulnerabilities: { a: { severity: 'high', range: '<2' }, b: { severity: 'low', range: '*' } },
  };
  expect(readAudit(JSON.stringify(report))).toEqual({
    kind: 'read',
    problems: ['a <2: a known weakness, high'],
  });
  expect(readAudit('{"message":"405"}')).toEqual({ kind: 'not-offered' });
  expect(readAudit('')).toEqual({ kind: 'not-offered' });
});
