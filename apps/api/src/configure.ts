import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readDatabaseUrl } from './env.ts';
import { connectPostgres } from './platform/postgres.ts';
import { goBackToVersion, listVersions, publishSettings } from './site-config/publish-settings.ts';

/** The operator's hand on the site's configuration: see what was published, publish, go back. */

const USAGE = `node apps/api/src/configure.ts history
node apps/api/src/configure.ts publish settings.json --by NAME --why REASON
node apps/api/src/configure.ts back VERSION --by NAME --why REASON`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string', default: '' }, why: { type: 'string', default: '' } },
});
const [verb, argument = ''] = positionals;
const db = connectPostgres({ url: readDatabaseUrl(process.env), connectionsMax: 1 });
try {
  if (verb === 'history') {
    console.table(await listVersions(db));
  } else if (verb === 'publish' || verb === 'back') {
    const outcome =
      verb === 'publish'
        ? await publishSettings(db, JSON.parse(await readFile(argument, 'utf8')) as object, values)
        : await goBackToVersion(db, Number(argument), values);
    console.log(JSON.stringify(outcome));
    if (outcome.kind !== 'published') process.exitCode = 1;
  } else {
    console.log(USAGE);
    process.exitCode = 2;
  }
} finally {
  await db.end({ timeout: 5 });
}
