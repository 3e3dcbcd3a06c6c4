import { lockedPackages, resolveDependency, type Lock } from './lock.ts';

/**
 * Packages with an install script. `.npmrc` runs none; a person has checked that each of these works without: @scarf/scarf
 * reports the install to its company, @swc/core only tests whether its binary loads.
 */
export const SCRIPTS_NOT_RUN: readonly string[] = ['@scarf/scarf', '@swc/core'];

/** Platforms on which we build or run, whose native packages must be pinned. */
const PLATFORMS = /linux-?(?:x64|arm64)/;

export function lockProblems(lock: Lock): readonly string[] {
  return [...withoutIntegrity(lock), ...newInstallScripts(lock), ...missingBuilds(lock)];
}

function withoutIntegrity(lock: Lock): readonly string[] {
  return lockedPackages(lock)
    .filter(({ entry }) => entry.integrity === undefined || entry.integrity === '')
    .map(({ path }) => `${path} has no integrity in package-lock.json`);
}

function newInstallScripts(lock: Lock): readonly string[] {
  const wanting = new Set(
    lockedPackages(lock)
      .filter(({ entry }) => entry.hasInstallScript === true)
      .map(({ name }) => name),
  );
  const unread = [...wanting].filter((name) => !SCRIPTS_NOT_RUN.includes(name));
  const gone = SCRIPTS_NOT_RUN.filter((name) => !wanting.has(name));
  return [
    ...unread.map(
      (name) => `${name} wants to run an install script: read it, then name it in lock-problems.ts`,
    ),
    ...gone.map((name) => `${name} has no install script any more: take it off the list in lock-problems.ts`),
  ];
}

function missingBuilds(lock: Lock): readonly string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => PLATFORMS.test(name) && resolveDependency(lock, path, name) === null)
      .map((name) => `${name}, a build of ${path}, is not pinned by package-lock.json`),
  );
}

/** Differences between the installed packages (node_modules/.package-lock.json) and the reviewed lock. */
export function installProblems(lock: Lock, installed: Lock): readonly string[] {
  const pinned = new Map(lockedPackages(lock).map(({ path, entry }) => [path, entry]));
  return lockedPackages(installed).flatMap(({ path, version, entry }) => {
    const pin = pinned.get(path);
    if (pin === undefined) return [`${path} is installed and not in package-lock.json`];
    if (pin.version !== version) return [`${path} is installed as ${version}, pinned as ${pin.version}`];
    return pin.integrity === entry.integrity
      ? []
      : [`${path} is installed with another integrity than pinned`];
  });
}

/** Actions of a workflow that are named by a tag, which can be moved to other code. */
export function actionProblems(workflow: string): readonly string[] {
  return [...workflow.matchAll(/^\s*-?\s*uses:\s*(\S+)/gm)]
    .map(([, action = '']) => action)
    .filter((action) => !action.startsWith('./') && !/@[0-9a-f]{40}$/.test(action))
    .map((action) => `${action} is named by a tag: name the commit`);
}

export function npmrcProblems(npmrc: string): readonly string[] {
  return /^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc lets packages run install scripts'];
}
