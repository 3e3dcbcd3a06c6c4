import type { LockedPackage } from './lock.ts';

/** Licences that are accepted in shipped packages. LGPL: libvips is linked dynamically and shipped unchanged, as a separate package. */
const SHIPPED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Unlicense',
]);
/** Licences that are accepted in tools only. BSL: Restate's server, which a company may run for itself; it is not shipped. */
const TOOLS = new Set([...SHIPPED, 'BlueOak-1.0.0', 'BSL', 'CC-BY-4.0', 'CC0-1.0', 'MPL-2.0', 'Zlib']);

/** Licences of old packages that the lock does not state; a person has read each of them. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'streamsearch@0.1.2': 'MIT',
};

export function licenceOf({ name, version, entry }: LockedPackage): string | null {
  return entry.license ?? READ_BY_HAND[`${name}@${version}`] ?? null;
}

export function licenceProblems(packages: readonly LockedPackage[]): readonly string[] {
  return packages.flatMap((locked) => {
    const licence = licenceOf(locked);
    const where = `${locked.name}@${locked.version}`;
    if (licence === null)
      return [`${where} names no licence: read it, then name it in tools/supply/licences.ts`];
    const allowed = locked.entry.dev === true ? TOOLS : SHIPPED;
    return isAllowed(licence, allowed)
      ? []
      : [`${where} has the licence ${licence}, which is not on the list`];
  });
}

/** `A AND B` needs both, `A OR B` one of them; expressions nest no further in any package we have. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((part) => allowed.has(part));
  return bare.split(' AND ').every((part) => allowed.has(part));
}

/** A line per licence with its packages, to show what is shipped under which terms. */
export function licenceList(packages: readonly LockedPackage[]): string {
  const byLicence = new Map<string, Set<string>>();
  for (const locked of packages) {
    const licence = licenceOf(locked) ?? 'unknown';
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${locked.name}@${locked.version}`));
  }
  const inOrder = (a: string, b: string) => a.localeCompare(b, 'en');
  return [...byLicence]
    .toSorted(([a], [b]) => inOrder(a, b))
    .map(([licence, names]) => `${licence} (${names.size}): ${[...names].toSorted(inOrder).join(', ')}\n`)
    .join('');
}
