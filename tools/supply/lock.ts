/** package-lock.json (version 3) as far as the supply checks read it. */
export interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Only our own workspaces have this field. */
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockedPackage {
  /** The folder of the package, e.g. `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly entry: LockEntry;
}

const MODULES = 'node_modules/';

/** Packages of others. Our own workspaces have no `node_modules/` in their path, and links to them carry `link`. */
export function lockedPackages(lock: Lock): readonly LockedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes(MODULES) && entry.link !== true)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
      version: entry.version ?? '',
      entry,
    }));
}

/** The place that `name` resolves to for the package at `path`: the nearest node_modules upwards; null if the lock has none. */
export function resolveDependency(lock: Lock, path: string, name: string): string | null {
  for (let at = path; ;) {
    const place = `${at === '' ? '' : `${at}/`}${MODULES}${name}`;
    if (lock.packages[place] !== undefined) return place;
    if (at === '') return null;
    const up = at.lastIndexOf(`/${MODULES}`);
    at = up < 0 ? '' : at.slice(0, up);
  }
}
