import * as v from 'valibot';
import { recordRead } from '../act.ts';
import { actionsOn, actionsSince, type OperatorAction } from '../operator-action.store.ts';
import { orderMeant } from '../orders/order.verbs.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { openRead, personalRead, shown, type Report, type SignedCall } from '../verb.ts';
import { flag, optionalDay, optionalOption, optionalWords } from '../verb-fields.ts';
import { AUDIT_FINDINGS, verifyAudit, type AuditHead, type AuditReport } from './verify-audit.ts';

const SHOWN_MAX = 100;
const SHOWN_FOR_MS = 30 * 86_400_000;

function actionTable(actions: readonly OperatorAction[]): ReportPart {
  if (actions.length === 0) return 'Nobody has done anything.';
  return table(
    ['when', 'by', 'verb', 'on', 'why', 'before', 'after'],
    actions.map(({ at, by, verb, subject, why, before, after }) => [
      at,
      by,
      verb,
      subject,
      why,
      JSON.stringify(before),
      JSON.stringify(after),
    ]),
  );
}

async function listActions(
  { context, signOff, now }: SignedCall,
  input: { readonly order: string | null; readonly reads: boolean },
): Promise<Report> {
  const { db } = context.orders;
  const order = input.order === null ? null : await orderMeant(db, input.order);
  if (order !== null && typeof order !== 'string') return order;
  const subject = order === null ? 'audit' : `order:${order}`;
  const no = await recordRead(context, signOff, 'audit list', subject);
  if (no !== null) return no;
  if (order !== null) return shown(actionTable(await actionsOn(db, subject)));
  const since = new Date(now.getTime() - SHOWN_FOR_MS);
  return shown(actionTable(await actionsSince(db, since, SHOWN_MAX, input.reads ? 'all' : 'changes')));
}

const HEAD = /^(\d{1,15}):([0-9a-f]{8,64})$/;

function readHead(text: string): AuditHead | null {
  const [, sequence, digest] = HEAD.exec(text) ?? [];
  return sequence === undefined || digest === undefined ? null : { sequence: Number(sequence), digest };
}

const optionalHead = v.pipe(
  optionalOption('N:DIGEST'),
  v.check(
    (text) => text === null || HEAD.test(text),
    'is the newest record as audit verify printed it, N:DIGEST',
  ),
  v.transform((text) => (text === null ? null : readHead(text))),
);

function reportParts({ held, beforeKeys, faults, head, roots, areRootsNamed }: AuditReport): ReportPart[] {
  const rows = faults.map(({ finding, about, action }) => [
    finding,
    about,
    action && action.at,
    action?.by ?? null,
    action?.verb ?? null,
    action?.subject ?? null,
  ]);
  const found = [...new Set(faults.map(({ finding }) => finding))];
  return [
    faults.length === 0 ? 'The record holds.' : 'The record does NOT hold.',
    facts([
      ['signed and whole', held],
      ['before keys', beforeKeys],
      ['not holding', faults.length],
      ['newest record', head && `${head.sequence}:${head.digest}`],
      ['roots', roots.join(', ') || null],
      [
        'OPERATOR_ROOTS',
        areRootsNamed ? 'set' : 'NOT SET: the database alone says who the first operator is',
      ],
    ]),
    ...section(
      'Does not hold',
      rows.length === 0 ? [] : [table(['what', 'which', 'when', 'by', 'verb', 'on'], rows)],
    ),
    ...section(
      'What it means',
      found.map((finding) => `${finding}: ${AUDIT_FINDINGS[finding]}`),
    ),
  ];
}

export const AUDIT_VERBS = [
  personalRead({
    name: 'audit list',
    says: 'what people did in the last 30 days, the newest first; of one order all, the oldest first; --reads: also who looked',
    input: v.strictObject({ order: optionalWords('ORDER'), reads: flag() }),
    run: listActions,
  }),
  openRead({
    name: 'audit verify',
    says: 'check every signed record and name those that do not hold; --head compares with a newest record noted before',
    input: v.strictObject({ head: optionalHead, signedSince: optionalDay() }),
    async run({ context }, { head, signedSince }) {
      const report = await verifyAudit(context, { noted: head, signedSince });
      return { kind: report.faults.length === 0 ? 'shown' : 'differs', parts: reportParts(report) };
    },
  }),
] as const;
