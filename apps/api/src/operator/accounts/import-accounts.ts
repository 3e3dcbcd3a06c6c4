import {
  ACCOUNT_SOURCE_CODES,
  ACCOUNT_STATUS_CODES,
  accountId,
  readDisplayId,
  type Account,
  type AccountSource,
  type AccountStatus,
  type DisplayId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { putAccounts } from '../../accounts/account.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { UnreadableFile, wholeNumber, WrongLine, yesOrNo, type FileRow } from '../read-rows.ts';
import { refused, type Refused } from '../refusals.ts';

const BATCH = 500;
const NICKNAME_MAX = 200;

const isDisplayId = (text: string): boolean => {
  const reading = readDisplayId(text);
  return reading.kind === 'read' && reading.displayId === text;
};

const row = v.strictObject({
  id: v.pipe(wholeNumber, v.minValue(1)),
  display_id: v.pipe(v.string(), v.check(isDisplayId, 'not a display id')),
  nickname: v.pipe(v.string(), v.maxLength(NICKNAME_MAX)),
  icon_url: v.optional(v.nullable(v.pipe(v.string(), v.url(), v.startsWith('https://'))), null),
  status: v.optional(v.picklist(Object.keys(ACCOUNT_STATUS_CODES) as AccountStatus[]), 'normal'),
  is_guest: v.optional(yesOrNo, false),
  source: v.optional(v.picklist(Object.keys(ACCOUNT_SOURCE_CODES) as AccountSource[]), 'social'),
});

function accountIn({ line, values }: FileRow): Account {
  const read = v.safeParse(row, values);
  if (!read.success) {
    const names = read.issues.map((issue) => v.getDotPath(issue) ?? 'the line');
    throw new WrongLine(line, `wrong or missing: ${[...new Set(names)].join(', ')}`);
  }
  const { id, display_id, nickname, icon_url, status, is_guest, source } = read.output;
  return {
    id: accountId(id),
    displayId: display_id as DisplayId,
    nickname,
    iconUrl: icon_url,
    status,
    isGuest: is_guest,
    source,
  };
}

async function* batches(rows: AsyncIterable<FileRow>): AsyncGenerator<readonly Account[]> {
  // Keyed by account id: if two lines are about the same account, the later line wins.
  let batch = new Map<number, Account>();
  for await (const one of rows) {
    const account = accountIn(one);
    batch.set(account.id, account);
    if (batch.size < BATCH) continue;
    yield [...batch.values()];
    batch = new Map();
  }
  if (batch.size > 0) yield [...batch.values()];
}

/** Two accounts with the same display id: the file is wrong, and the unique index of the table refuses it. */
function isDuplicateId(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23505';
}

/** Imports accounts from the app's file, all of them or none. The file is streamed, so its length does not matter. */
export async function importAccounts(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { name, rows }: { readonly name: string; readonly rows: AsyncIterable<FileRow> },
): Promise<ActionDone | Refused> {
  try {
    return await act(context, signOff, 'accounts import', async (tx) => {
      const sum = { read: 0, fresh: 0, changed: 0 };
      for await (const batch of batches(rows)) {
        const { fresh, changed } = await putAccounts(tx, batch);
        sum.read += batch.length;
        sum.fresh += fresh;
        sum.changed += changed;
      }
      return { subject: 'accounts', before: {}, after: { file: name, ...sum } };
    });
  } catch (error) {
    if (error instanceof WrongLine) return refused('file-wrong', error.message);
    if (error instanceof UnreadableFile) return refused('file-unreadable', name);
    if (isDuplicateId(error)) return refused('file-wrong', 'two accounts with one display id');
    throw error;
  }
}
