import { lockedPackages, resolveDependency, type Lock, type LockedPackage } from './lock.ts';
import { licenceOf } from './licences.ts';

/**
 * A CycloneDX 1.6 bill of materials of the lock. Not made by `npm sbom`, which refuses our tree because one tool depends on
 * "latest" of another. The same lock gives the same text, so two builds can be compared.
 */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly hashes?: readonly { readonly alg: 'SHA-512' | 'SHA-1'; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

export interface SbomOptions {
  readonly name: string;
  /** Leaves out development tools. */
  readonly isShippedOnly: boolean;
}

export function createSbom(lock: Lock, { name, isShippedOnly }: SbomOptions): Sbom {
  const packages = lockedPackages(lock).filter(({ entry }) => !isShippedOnly || entry.dev !== true);
  const listed = new Set(packages.map(({ path }) => path));
  const dependenciesOf = (path: string): readonly string[] => {
    const { dependencies, devDependencies, optionalDependencies } = lock.packages[path] ?? {};
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .map((dependency) => resolveDependency(lock, path, dependency))
      .filter((place) => place !== null && listed.has(place))
      .map(String)
      .toSorted();
  };
  const ours = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'));
  const direct = [...new Set(ours.flatMap(dependenciesOf))].toSorted();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version: lock.version } },
    components: packages.map(componentOf),
    dependencies: [
      { ref: name, dependsOn: direct },
      ...packages.map(({ path }) => ({ ref: path, dependsOn: dependenciesOf(path) })),
    ],
  };
}

function componentOf(locked: LockedPackage): Component {
  const { path, name, version, entry } = locked;
  const licence = licenceOf(locked);
  const hash = entry.integrity === undefined ? null : hashOf(entry.integrity);
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    // A scope's @ is written %40 in a package address.
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: entry.dev === true ? 'excluded' : entry.optional === true ? 'optional' : 'required',
    ...(hash !== null && { hashes: [hash] }),
    ...(licence !== null && { licenses: [{ expression: licence }] }),
  };
}

const ALGORITHMS = { sha512: 'SHA-512', sha1: 'SHA-1' } as const;

function hashOf(integrity: string): { alg: 'SHA-512' | 'SHA-1'; content: string } | null {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  if (!(algorithm in ALGORITHMS)) return null;
  return {
    alg: ALGORITHMS[algorithm as keyof typeof ALGORITHMS],
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}
