import type { Reader, Tx } from '../platform/postgres.ts';

/** Plain values, as they stood before and after: what somebody needs to see that it was right. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface OperatorAction {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  readonly why: string;
  readonly verb: string;
  readonly subject: string;
  readonly before: Facts;
  readonly after: Facts;
}

export async function recordAction(tx: Tx, action: OperatorAction): Promise<void> {
  await tx`
    insert into operator_actions (id, at, done_by, why, verb, subject, before, after)
    values (${action.id}, ${action.at}, ${action.by}, ${action.why}, ${action.verb}, ${action.subject},
      ${tx.json(action.before)}, ${tx.json(action.after)})`;
}

/** The oldest first. */
export async function actionsOn(db: Reader, subject: string): Promise<OperatorAction[]> {
  return db<OperatorAction[]>`
    select id, at, done_by as by, why, verb, subject, before, after
    from operator_actions where subject = ${subject} order by id`;
}

/** The newest first. */
export async function actionsSince(db: Reader, since: Date, most: number): Promise<OperatorAction[]> {
  return db<OperatorAction[]>`
    select id, at, done_by as by, why, verb, subject, before, after
    from operator_actions where at > ${since} order by at desc, id desc limit ${most}`;
}
