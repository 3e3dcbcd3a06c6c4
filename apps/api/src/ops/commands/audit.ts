import { recordRead } from '../../operator/act.ts';
import {
  AUDIT_FINDINGS,
  verifyAudit,
  type AuditHead,
  type AuditReport,
} from '../../operator/audit/verify-audit.ts';
import { actionsOn, actionsSince, type OperatorAction } from '../../operator/operator-action.store.ts';
import { orderMeant } from '../../operator/orders/order-meant.ts';
import { shown, type Commands, type PersonalReading } from '../command.ts';
import { pairs, section, table, timeText } from '../print.ts';

const SHOWN_MAX = 100;
const SHOWN_FOR_MS = 30 * 86_400_000;

function lines(actions: readonly OperatorAction[]): string[] {
  if (actions.length === 0) return ['Nobody has done anything.'];
  return table(
    ['when', 'by', 'verb', 'on', 'why', 'before', 'after'],
    actions.map(({ at, by, verb, subject, why, before, after }) => [
      timeText(at),
      by,
      verb,
      subject,
      why,
      JSON.stringify(before),
      JSON.stringify(after),
    ]),
  );
}

async function listActions({ context, signOff, words, now, flag }: PersonalReading) {
  const { db } = context.orders;
  const order = words.length === 0 ? null : await orderMeant(db, words.join(' '));
  if (order !== null && typeof order !== 'string') return order;
  const subject = order === null ? 'audit' : `order:${order}`;
  const no = await recordRead(context, signOff, 'audit list', subject);
  if (no !== null) return no;
  if (order !== null) return shown(lines(await actionsOn(db, subject)));
  const since = new Date(now.getTime() - SHOWN_FOR_MS);
  return shown(lines(await actionsSince(db, since, SHOWN_MAX, flag('reads') ? 'all' : 'changes')));
}

const HEAD = /^(\d{1,15}):([0-9a-f]{8,64})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readHead(text: string): AuditHead | null {
  const [, sequence, digest] = HEAD.exec(text) ?? [];
  return sequence === undefined || digest === undefined ? null : { sequence: Number(sequence), digest };
}

function reportLines({ held, beforeKeys, faults, head, roots, areRootsNamed }: AuditReport): string[] {
  const rows = faults.map(({ finding, about, action }) => [
    finding,
    about,
    action && timeText(action.at),
    action?.by ?? null,
    action?.verb ?? null,
    action?.subject ?? null,
  ]);
  const found = [...new Set(faults.map(({ finding }) => finding))];
  return [
    faults.length === 0 ? 'The record holds.' : 'The record does NOT hold.',
    ...pairs([
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
      rows.length === 0 ? [] : table(['what', 'which', 'when', 'by', 'verb', 'on'], rows),
    ),
    ...section(
      'What it means',
      found.map((finding) => `${finding}: ${AUDIT_FINDINGS[finding]}`),
    ),
  ];
}

export const AUDIT_COMMANDS = {
  'audit list': {
    kind: 'reads-personal',
    usage: 'audit list [ORDER] [--reads]',
    says: 'what people did in the last 30 days, the newest first; of one order all, the oldest first; --reads: also who looked',
    options: { reads: { type: 'boolean' } },
    run: listActions,
  },
  'audit verify': {
    kind: 'reads',
    usage: 'audit verify [--head N:DIGEST] [--signed-since YYYY-MM-DD]',
    says: 'check every signed record and name those that do not hold; --head compares with a newest record noted before',
    options: { head: { type: 'string' }, 'signed-since': { type: 'string' } },
    async run({ context, option }) {
      const [head, day] = [option('head'), option('signed-since')];
      const noted = head === null ? null : readHead(head);
      const signedSince = day === null ? null : new Date(`${day}T00:00:00Z`);
      if ((head !== null && noted === null) || (day !== null && !DAY.test(day))) return { kind: 'usage' };
      if (signedSince !== null && Number.isNaN(signedSince.getTime())) return { kind: 'usage' };
      const report = await verifyAudit(context, { noted, signedSince });
      return { kind: report.faults.length === 0 ? 'shown' : 'differs', lines: reportLines(report) };
    },
  },
} as const satisfies Commands;
