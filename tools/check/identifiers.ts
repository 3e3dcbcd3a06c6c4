import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { REPOSITORY } from '../stack/repository.ts';
import { sourcesOf } from './comments.ts';
import { lineOf, walk } from './syntax-tree.ts';

/** Participles that say how a value was obtained, not what it is: `told` may be an alert, a webhook or a log line. */
const WORDS = new Set(['told', 'asked', 'kept', 'heard', 'given', 'taken', 'begun']);
const ANY_WORD = new RegExp([...WORDS].join('|'), 'i');
const COMMENT_LINE = /^\s*(?:\/\/|\/\*\*|\*\s).*$/gm;
const WORD_BREAK = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]+/;
const ROOMS = /^(?:apps|packages|tools|simulation|chaos|e2e|bench)\//;

interface Exemption {
  readonly name: string;
  /** The files in which the name may stand. */
  readonly files: RegExp;
  readonly why: string;
}

/** Names that are stored or on a wire: they change only by a migration, with both readable during a release. */
export const EXEMPTIONS: readonly Exemption[] = [
  {
    name: 'told',
    files: /packages\/domain\/src\/alert\/alert-key|orders\/paying\/wrong-amount\.ts$/,
    why: "a field of an alert's stored detail",
  },
  { name: 'asked', files: /orders\/base\/follow-hold\.ts$/, why: "a field of an alert's stored detail" },
  { name: 'told', files: /operator\/flows\//, why: 'a field of a stored operator action' },
  {
    name: 'asked',
    files: /operator\/orders\/order\.verbs\.ts$/,
    why: 'a field of a stored operator action',
  },
  {
    name: 'askedBy',
    files: /orders\/refunds\/(?:record-refund|submit-refunds)\.ts$/,
    why: 'a field of a stored order event',
  },
  {
    name: 'taken',
    files: /domain\/src\/payment\/payment-return\.ts$|simulation\/(?:actors\/providers|at-rest)\.ts$/,
    why: 'a stored stage of a return',
  },
  { name: 'kept', files: /orders\/paying\/take-money\.ts$/, why: 'a stored standing of a payment' },
  { name: 'kept', files: /domain\/src\/order\/pay-with\.test\.ts$/, why: 'a value of PayForm' },
  {
    name: 'asked_by',
    files: /refund\.store\.ts$|order-money\.store\.ts$|refund-order\.test\.ts$/,
    why: 'a column',
  },
  { name: 'asked_for', files: /saved-card\.store\.ts$/, why: 'a column' },
  { name: 'asked_until', files: /saved-card\.store\.ts$/, why: 'a column' },
  {
    name: 'money_told_at',
    files: /return\.store\.ts$|order-money\.store\.ts$|write-orders\.ts$/,
    why: 'a column',
  },
  { name: 'fee_told_at', files: /return\.store\.ts$|order-money\.store\.ts$/, why: 'a column' },
  { name: 'first_told_at', files: /write-orders\.ts$/, why: 'a column' },
  { name: 'asked_for_refund_at', files: /\/my-data\/|\/screens\/info\//, why: 'a field of the data export' },
  {
    name: 'kept_at',
    files: /browser\/storage\/login\.ts$|poisoned-storage\.ts$/,
    why: 'a field in browser storage',
  },
  { name: 'taken_at', files: /browser\/storage\/reports\.ts$/, why: 'a field in browser storage' },
  { name: 'no_action_taken', files: /stripe-codes\.ts$/, why: 'a decline code of Stripe' },
];

interface NamedPlace {
  readonly name: string;
  readonly line: number;
}

/** The identifiers of one file with one of these words: variables, functions, types, properties. */
export function participlesIn(path: string, text: string): NamedPlace[] {
  // Most files have none, and parsing is what takes the time.
  if (!ANY_WORD.test(text.replaceAll(COMMENT_LINE, ''))) return [];
  const program = parseSync(text, { syntax: 'typescript', tsx: !path.endsWith('.ts'), decorators: true });
  const places: NamedPlace[] = [];
  walk(program, (node) => {
    const name = node.type === 'Identifier' || node.type === 'PrivateName' ? node['value'] : null;
    if (typeof name !== 'string' || !hasParticiple(name)) return;
    places.push({ name, line: lineOf(node, program, text) });
  });
  return places;
}

function hasParticiple(name: string): boolean {
  return name.split(WORD_BREAK).some((word) => WORDS.has(word.toLowerCase()));
}

/** Every such identifier that is not exempt, and every exemption that nothing needs. */
export function checkIdentifiers(
  directory: string,
  exemptions: readonly Exemption[] = EXEMPTIONS,
): { files: number; exempt: number; problems: string[] } {
  const paths = sourcesOf(directory).filter((path) => ROOMS.test(path));
  const problems: string[] = [];
  const needed = new Set<Exemption>();
  let exempt = 0;
  for (const path of paths)
    for (const { name, line } of participlesIn(path, readFileSync(join(directory, path), 'utf8'))) {
      const exemption = exemptions.find((one) => one.name === name && one.files.test(path));
      if (exemption) {
        needed.add(exemption);
        exempt += 1;
      } else problems.push(`${path}:${line} ${name}`);
    }
  for (const exemption of exemptions)
    if (!needed.has(exemption))
      problems.push(`exemption without a use: ${exemption.name} in ${exemption.files.source}`);
  return { files: paths.length, exempt, problems };
}

function main(): void {
  const { files, exempt, problems } = checkIdentifiers(REPOSITORY);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) console.log('say what it is: storedRows, requests, startedPayment');
  console.log(`identifiers: ${files} files, ${exempt} exempt, ${problems.length} problems`);
  process.exitCode = files === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
