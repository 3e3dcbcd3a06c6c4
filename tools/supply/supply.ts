/**
 * `npm run supply`: checks the lock, the installed packages, licences, install scripts and the workflow's actions, queries
 * known vulnerabilities if the registry answers, and writes the bill of materials and the licence list. `-- --out DIR` writes
 * them elsewhere than .ci/results.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { auditShipped } from './audit.ts';
import { licenceList, licenceProblems } from './licences.ts';
import { actionProblems, installProblems, lockProblems, npmrcProblems } from './lock-problems.ts';
import { lockedPackages, type Lock } from './lock.ts';
import { createSbom } from './sbom.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: join(REPOSITORY, '.ci/results') } },
});
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as Lock;
const packages = lockedPackages(lock);
const shipped = packages.filter(({ entry }) => entry.dev !== true);

const audit = auditShipped(REPOSITORY);
const checks: Readonly<Record<string, readonly string[]>> = {
  'every package pinned, no unread install script': lockProblems(lock),
  'installed as pinned': installProblems(lock, JSON.parse(read('node_modules/.package-lock.json')) as Lock),
  'install scripts off': npmrcProblems(read('.npmrc')),
  'licences on the list': licenceProblems(packages),
  'actions named by commit': globSync('.github/workflows/*.yml', { cwd: REPOSITORY }).flatMap((file) =>
    actionProblems(read(file)),
  ),
  ...(audit.kind === 'read' && { 'no known weakness in what is shipped': audit.problems }),
};

for (const [check, problems] of Object.entries(checks)) {
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${check}`);
  for (const problem of problems) console.log(`     ${problem}`);
}
if (audit.kind === 'not-offered')
  console.log('skip this registry offers no audit: known weaknesses were not looked up');

mkdirSync(values.out, { recursive: true });
const write = (file: string, text: string) => writeFileSync(join(values.out, file), text);
write(
  'sbom.cdx.json',
  `${JSON.stringify(createSbom(lock, { name: 'jawhara', isShippedOnly: true }), null, 2)}\n`,
);
write(
  'sbom-with-tools.cdx.json',
  `${JSON.stringify(createSbom(lock, { name: 'jawhara', isShippedOnly: false }), null, 2)}\n`,
);
write('licences.txt', licenceList(shipped));

const failures = Object.values(checks).flat();
const failed = Object.values(checks).filter((problems) => problems.length > 0).length;
writeResults('supply', { passed: Object.keys(checks).length - failed, failed, failures });
console.log(
  `supply: ${shipped.length} packages shipped, ${packages.length - shipped.length} tools, sbom.cdx.json and licences.txt in ${values.out}`,
);
process.exitCode = failed === 0 ? 0 : 1;
