import type { OperatorRole } from '@jawhara/domain';
import type { Reader, Tx } from '../../platform/postgres.ts';

export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly publicKey: Buffer;
  readonly fingerprint: Buffer;
  readonly addedAt: Date;
  /** The operator who signed the certificate; null: the operator's own key signed it. */
  readonly addedBy: string | null;
  readonly certificate: Buffer;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
}

export type NewOperator = Omit<Operator, 'fingerprint' | 'endedAt' | 'endedBy'>;

/** All operators, also those that have been ended; a few dozen people. The one added first comes first. */
export async function allOperators(db: Reader): Promise<Operator[]> {
  return db<Operator[]>`
    select id, name, role, public_key as "publicKey", fingerprint, added_at as "addedAt", added_by as "addedBy",
      certificate, ended_at as "endedAt", ended_by as "endedBy"
    from operators order by added_at, id`;
}

export async function insertOperator(tx: Tx, operator: NewOperator): Promise<void> {
  const { id, name, role, publicKey, addedAt, addedBy, certificate } = operator;
  await tx`
    insert into operators (id, name, role, public_key, added_at, added_by, certificate)
    values (${id}, ${name}, ${role}, ${publicKey}, ${addedAt}, ${addedBy}, ${certificate})`;
}

/** False when the operator had already been ended. */
export async function endOperator(
  tx: Tx,
  id: string,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<boolean> {
  const rows = await tx`
    update operators set ended_at = greatest(${at}, added_at), ended_by = ${by}
    where id = ${id} and ended_at is null returning id`;
  return rows.length === 1;
}
