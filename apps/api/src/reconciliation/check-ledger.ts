import type { AccountId } from '@jawhara/domain';
import {
  gemAccountsOf,
  ordersWithTransfers,
  unbalancedTransfersOf,
  wrongBalancesOf,
  type TransferPage,
  type UnbalancedTransfer,
  type WrongBalance,
} from '../ledger/ledger-check.store.ts';
import type { Findings, FoundDifference } from './gather-findings.ts';
import type { ReconcileContext, ReportDay } from './load-report.ts';

const BATCH_TRANSFERS = 500;
/** Accounts that were looked at are not looked at again, as long as this many are remembered. */
const ACCOUNTS_REMEMBERED = 20_000;

const NO_MONEY = { providerPaymentId: null, theirs: null, ours: null, gaps: [] } as const;

function unbalanced({ orderId, number, unit, sum }: UnbalancedTransfer): FoundDifference {
  const note = `transfer ${number} of the ledger does not sum to zero: ${sum > 0 ? '+' : ''}${sum} ${unit}`;
  return { ...NO_MONEY, kind: 'ledger not balanced', orderId, note };
}

function wrongBalance({ accountId, gems, sum }: WrongBalance): FoundDifference {
  const note = `account ${accountId} shows ${gems} gems, its entries sum to ${sum}`;
  return { ...NO_MONEY, kind: 'ledger not balanced', orderId: null, note, accountId };
}

/** Checks for faults that the database should make impossible, in whatever was booked on that day. */
export async function checkLedger(
  context: ReconcileContext,
  { day, zone }: ReportDay,
  findings: Findings,
): Promise<void> {
  const span = zone.daySpan(day);
  let seen = new Set<AccountId>();
  let page: TransferPage | null = null;
  for (let done = 0; ;) {
    const { orderIds, next } = await ordersWithTransfers(context.db, span, page, BATCH_TRANSFERS);
    if (orderIds.length > 0) {
      findings.add((await unbalancedTransfersOf(context.db, orderIds)).map(unbalanced));
      const accounts = (await gemAccountsOf(context.db, orderIds)).filter((id) => !seen.has(id));
      if (seen.size > ACCOUNTS_REMEMBERED) seen = new Set();
      for (const id of accounts) seen.add(id);
      if (accounts.length > 0) findings.add((await wrongBalancesOf(context.db, accounts)).map(wrongBalance));
    }
    done += orderIds.length;
    context.progress('checking the ledger', done);
    if (next === null) return;
    page = next;
  }
}
