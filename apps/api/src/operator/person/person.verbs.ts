import { readReportNumber, type Owner } from '@jawhara/domain';
import * as v from 'valibot';
import { reportByNumber, senderOfReport } from '../../feedback/feedback.store.ts';
import { erasePerson } from '../../my-data/erase-person.ts';
import { orderById, ownerOf } from '../../orders/store/order.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, rehearse, sameAsShown, type ActionDone, type ActionFacts } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { orderMeant } from '../orders/order.verbs.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { facts } from '../report-parts.ts';
import { optionalOption } from '../verb-fields.ts';
import { confirmedChange } from '../verb.ts';

/**
 * A signed record is never rewritten, so it must not contain an id of the person who is erased. The operator therefore
 * names the person by a report or an order.
 */
interface PersonInput {
  readonly report: string | null;
  readonly order: string | null;
}

/** The owner of the report or order, and the report or order as the subject of the record. */
interface PersonMeant {
  readonly subject: string;
  readonly owner: Owner;
}

async function personMeant(db: Reader, { report, order }: PersonInput): Promise<PersonMeant | Refused> {
  if ((report === null) === (order === null)) return refused('person-unnamed');
  if (order !== null) {
    const id = await orderMeant(db, order);
    const found = typeof id === 'string' ? await orderById(db, id) : null;
    if (typeof id !== 'string') return id;
    return found === null
      ? refused('no-such-order', order)
      : { subject: `order:${id}`, owner: ownerOf(found) };
  }
  const number = readReportNumber(report ?? '');
  const found = number === null ? null : await reportByNumber(db, number);
  const owner = found === null ? null : await senderOfReport(db, found.id);
  if (found === null || owner === null) return refused('no-such-report', report ?? '');
  return { subject: `report:${found.number}`, owner };
}

/** `shownBefore`: the numbers of erased rows that the operator was shown; null in the rehearsal that counts them. */
function erase(
  context: OperatorContext,
  signOff: OperatorSignOff,
  input: PersonInput,
  shownBefore: ActionFacts['before'] | null,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'person erase', async (tx) => {
    const person = await personMeant(tx, input);
    if (isRefused(person)) return person;
    const erased = await erasePerson(tx, person.owner, context.orders.now());
    if (erased === null) return refused('orders-unfinished');
    const before = { ...erased };
    const same = shownBefore === null ? before : sameAsShown(shownBefore, before);
    return isRefused(same) ? same : { subject: person.subject, before, after: {} };
  });
}

export const PERSON_VERBS = [
  confirmedChange({
    name: 'person erase',
    says: 'erase a person, by their report or their order: orders and the ledger stay and name nobody',
    input: v.strictObject({ report: optionalOption('FB-…'), order: optionalOption('ORDER') }),
    async plan({ context, signOff }, input) {
      const rehearsed = await rehearse(context, (inRehearsal) => erase(inRehearsal, signOff, input, null));
      return isRefused(rehearsed)
        ? rehearsed
        : { input, subject: rehearsed.subject, erases: rehearsed.before };
    },
    show: ({ subject, erases }) => [
      facts([
        ['person of', subject],
        ...Object.entries(erases).map(([what, rows]) => [what, String(rows)] as const),
        ['beware', 'nothing brings this back; backups keep it until they are replaced'],
      ]),
    ],
    run: ({ context, signOff }, { input, erases }) => erase(context, signOff, input, erases),
  }),
] as const;
