import { SCRIPT_INVENTORY } from '../../apps/web/build/scripts/script-inventory.ts';

type Lock = { readonly packages: Readonly<Record<string, { version?: string; integrity?: string }>> };

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The text of docs/operations/scripts.md: the inventory of scripts, for operators and assessors. */
export function inventoryPage(lock: Lock): string {
  const { inline, files, ours, packages, foreign } = SCRIPT_INVENTORY;
  const versionOf = (name: string): string => lock.packages[`node_modules/${name}`]?.version ?? 'unknown';
  return [
    '# Scripts on the pages where a card is paid',
    '',
    'Written by `npm run scripts -- --write` from `apps/web/build/scripts/script-inventory.ts`; `npm run scripts` fails when this page, the',
    'inventory and the build differ (PCI DSS 4.0.1, 6.4.3). The site is one page after another without loading anew, so all of its scripts are here,',
    'whichever page they begin on. The record of a build, each file with its SHA-384, is `dist/.vite/scripts.json`;',
    '`npm run scripts -- --url https://pay.example` compares what a host serves with it, scripts and security headers (11.6.1: a timer in deploy/page-check runs it every day, from elsewhere).',
    'What a browser kept off a page: `npm run ops -- pages violations`.',
    '',
    '| script | why it is there | how it is known to be itself |',
    '|---|---|---|',
    row([
      '`/assets/*.js`',
      ours,
      'a hash in its name, SHA-384 in the record of the build; the policy lets scripts run from our own origin and those below, and nowhere else',
    ]),
    ...Object.entries(inline).map(([name, why]) =>
      row([`\`${name}\`, inside every page`, why, 'SHA-256 in the policy: a changed one does not run']),
    ),
    ...Object.entries(files).map(([name, why]) =>
      row([`\`/${name}\``, why, 'SHA-384 in the record of the build']),
    ),
    ...foreign.map(({ owner, setting, reason, integrity }) =>
      row([`${owner}: the address in \`${setting}\``, reason, integrity]),
    ),
    '',
    'Inside our own files, from others, each held to the SHA-512 that `package-lock.json` has for it:',
    '',
    '| package | version | why it is there |',
    '|---|---|---|',
    ...Object.entries(packages).map(([name, why]) => row([`\`${name}\``, versionOf(name), why])),
    '',
    'The login page alone, where no card is paid, also runs the scripts of Facebook and Google (`SIGN_IN_SCRIPT_ORIGINS`).',
    '',
  ].join('\n');
}
