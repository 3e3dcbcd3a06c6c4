import { isOperatorRole, mayPerform, verbOfRecord } from '@jawhara/domain';
import { digestOfRecord } from '../act.ts';
import { fingerprintText } from '../identity/operator-key.ts';
import { allOperators, type Operator } from '../identity/operator.store.ts';
import { BEFORE_FIRST, isSignedFor, readRequest, recordText } from '../identity/signed-text.ts';
import { trustedOperators } from '../identity/admit-operator.ts';
import {
  countUnsignedBefore,
  signedActionsAfter,
  unsignedActionsSince,
  type OperatorAction,
  type SignedAction,
} from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';

/** Faults that the check of the record of operator actions can find, each with its explanation. */
export const AUDIT_FINDINGS = {
  altered: 'the row is not what its operator signed: it was changed, or made without the key',
  missing: 'records before this one were removed',
  unlinked: 'the record before this one is not the one that was there when it was signed',
  'not-certified': 'signed by a key that no trusted administrator has added',
  'not-added': 'signed by a key before the record that added it',
  ended: 'signed by a key after the record that ended it',
  'role-missing': 'signed by a key whose role did not allow it',
  unsigned: 'without a signature: written by a program from before keys, or past every program',
  'head-missing': 'the noted record is not there any more',
  'head-differs': 'the noted record is not the one that was noted',
  revived: 'a record ended this operator, and the table has the operator active',
  'several-roots': 'several keys signed themselves, and OPERATOR_ROOTS does not say which are meant',
} as const satisfies Record<string, string>;

export type AuditFinding = keyof typeof AUDIT_FINDINGS;

export interface AuditFault {
  readonly finding: AuditFinding;
  /** The row, the key or the records in which the fault is. */
  readonly about: string;
  readonly action: OperatorAction | null;
}

/**
 * The newest record of the chain. An operator notes it outside the database: a later check then finds out whether
 * records were removed from the end.
 */
export interface AuditHead {
  readonly sequence: number;
  readonly digest: string;
}

export interface AuditReport {
  readonly held: number;
  readonly beforeKeys: number;
  readonly faults: readonly AuditFault[];
  readonly head: AuditHead | null;
  readonly roots: readonly string[];
  readonly areRootsNamed: boolean;
}

export interface AuditQuestion {
  readonly noted: AuditHead | null;
  /**
   * From this time every build of the program signs its records. Unsigned rows before it are no fault: there were no
   * keys yet.
   */
  readonly signedSince: Date | null;
}

const PAGE = 500;
const UNSIGNED_SHOWN_MAX = 100;

const subjectOf = (fingerprint: Uint8Array): string => `operator:${fingerprintText(fingerprint)}`;

function isIntact(row: SignedAction, { id, name, publicKey }: Operator): boolean {
  const request = readRequest(row.request);
  return (
    request !== null &&
    request.operator === id &&
    request.verb === row.verb &&
    request.why === row.why &&
    request.nonce === row.nonce &&
    row.by === name &&
    isSignedFor('request', publicKey, row.request, row.requestSignature) &&
    isSignedFor('record', publicKey, recordText(row, row), row.recordSignature)
  );
}

/** Reads the chain once, from its first record, and remembers which keys were added and ended up to each record. */
class AuditWalk {
  readonly faults: AuditFault[] = [];
  held = 0;
  last: SignedAction | null = null;
  private readonly operators: ReadonlyMap<string, Operator>;
  private readonly trusted: ReadonlySet<string>;
  private readonly added = new Set<string>();
  readonly ended = new Set<string>();

  constructor(all: readonly Operator[], trusted: readonly Operator[]) {
    this.operators = new Map(all.map((one) => [subjectOf(one.fingerprint), one]));
    this.trusted = new Set(trusted.map(({ fingerprint }) => subjectOf(fingerprint)));
  }

  take(row: SignedAction): void {
    const findings = [...this.linkFindings(row), ...this.keyFindings(row)];
    for (const finding of findings)
      this.faults.push({ finding, about: `record ${row.sequence}`, action: row });
    if (findings.length === 0) this.held += 1;
    this.last = row;
  }

  private linkFindings(row: SignedAction): AuditFinding[] {
    if (row.sequence !== (this.last?.sequence ?? 0) + 1) return ['missing'];
    const digest = this.last === null ? BEFORE_FIRST : digestOfRecord(this.last);
    return digest.equals(row.previousDigest) ? [] : ['unlinked'];
  }

  private keyFindings(row: SignedAction): AuditFinding[] {
    const key = subjectOf(row.keyFingerprint);
    const operator = this.operators.get(key);
    if (operator === undefined || !this.trusted.has(key)) return ['not-certified'];
    if (!isIntact(row, operator)) return ['altered'];
    if (row.verb === 'operators first' && row.subject === key) this.added.add(key);
    if (this.ended.has(key)) return ['ended'];
    if (!this.added.has(key)) return ['not-added'];
    // A verb that this build does not have was recorded by a newer build: its role is unknown here and not checked.
    const verb = verbOfRecord(row.verb);
    if (verb !== null && isOperatorRole(operator.role) && !mayPerform(operator.role, verb))
      return ['role-missing'];
    if (row.verb === 'operators add') this.added.add(row.subject);
    if (row.verb === 'operators end') this.ended.add(row.subject);
    return [];
  }
}

async function headFaults(
  context: OperatorContext,
  { sequence, digest }: AuditHead,
): Promise<readonly AuditFault[]> {
  const [row] = await signedActionsAfter(context.orders.db, sequence - 1, 1);
  const about = `record ${sequence}`;
  if (row?.sequence !== sequence) return [{ finding: 'head-missing', about, action: null }];
  if (digestOfRecord(row).toString('hex').startsWith(digest)) return [];
  return [{ finding: 'head-differs', about, action: row }];
}

function operatorFaults(
  all: readonly Operator[],
  ended: ReadonlySet<string>,
  roots: readonly string[],
): AuditFault[] {
  const revived = all.filter((one) => one.endedAt === null && ended.has(subjectOf(one.fingerprint)));
  const selfSigned = all.filter(({ addedBy }) => addedBy === null);
  return [
    ...revived.map(({ name }): AuditFault => ({ finding: 'revived', about: name, action: null })),
    ...(roots.length === 0 && selfSigned.length > 1
      ? [
          {
            finding: 'several-roots',
            about: selfSigned.map(({ name }) => name).join(', '),
            action: null,
          } as const,
        ]
      : []),
  ];
}

/** Checks every record of operator actions since operators have keys, and reports each fault. */
export async function verifyAudit(
  context: OperatorContext,
  { noted, signedSince }: AuditQuestion,
): Promise<AuditReport> {
  const { db } = context.orders;
  const { roots } = context.operators;
  const all = await allOperators(db);
  const trusted = trustedOperators(all, roots);
  const walk = new AuditWalk(all, trusted);
  for (let after = 0; ;) {
    const rows = await signedActionsAfter(db, after, PAGE);
    for (const row of rows) walk.take(row);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.sequence ?? after;
  }
  const firstKeyAt = all[0]?.addedAt ?? null;
  const keysSince = signedSince ?? firstKeyAt ?? new Date(8.64e15);
  const unsigned = firstKeyAt === null ? [] : await unsignedActionsSince(db, keysSince, UNSIGNED_SHOWN_MAX);
  const { last } = walk;
  return {
    held: walk.held,
    beforeKeys: await countUnsignedBefore(db, keysSince),
    faults: [
      ...walk.faults,
      ...(noted === null ? [] : await headFaults(context, noted)),
      ...operatorFaults(all, walk.ended, roots),
      ...unsigned.map((action): AuditFault => ({ finding: 'unsigned', about: `row ${action.id}`, action })),
    ],
    head: last && { sequence: last.sequence, digest: digestOfRecord(last).toString('hex') },
    roots: trusted
      .filter(({ addedBy }) => addedBy === null)
      .map(({ fingerprint }) => fingerprintText(fingerprint)),
    areRootsNamed: roots.length > 0,
  };
}
