import { isOrderState, normaliseDigits, ORDER_MOVES, orderNumber, usdCents, usdText } from '@jawhara/domain';
import * as v from 'valibot';
import {
  findOrdersByTraits,
  FOUND_MAX,
  type FoundOrders,
  type OrderTraits,
} from '../../orders/queries/find-orders.ts';
import { accountMeant } from '../accounts/account.verbs.ts';
import { recordRead } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { table, type ReportPart } from '../report-parts.ts';
import { optionalMoment, optionalOption } from '../verb-fields.ts';
import { personalRead, shown } from '../verb.ts';

/** The search conditions as an operator typed them; the account by its display id. */
export type TypedTraits = Omit<OrderTraits, 'accountId'> & { readonly account: string | null };

const isNothing = (traits: TypedTraits): boolean => Object.values(traits).every((one) => one === null);

/** The first of the search's conditions, as the subject of the record. A card's last four digits are not recorded. */
function subjectOf({ providerPaymentId, account, last4, state }: TypedTraits): string {
  if (providerPaymentId !== null) return `payment:${providerPaymentId}`;
  if (account !== null) return `account:${account}`;
  return `orders:${last4 === null ? (state ?? 'time') : 'last four'}`;
}

export async function findOrders(
  context: OperatorContext,
  signOff: OperatorSignOff,
  typed: TypedTraits,
): Promise<FoundOrders | Refused> {
  const { db } = context.orders;
  if (isNothing(typed)) return refused('nothing-to-find-by');
  const account = typed.account === null ? null : await accountMeant(db, typed.account);
  if (account !== null && isRefused(account)) return account;
  const no = await recordRead(context, signOff, 'order find', subjectOf(typed).slice(0, 200));
  if (no !== null) return no;
  return findOrdersByTraits(db, { ...typed, accountId: account?.id ?? null });
}

function foundParts({ orders, isCut }: FoundOrders): ReportPart[] {
  if (orders.length === 0 && !isCut) return ['No order is like that.'];
  const rows = orders.map((one) => [
    orderNumber(one.id),
    `${one.state}${one.isHeld ? ', HELD' : ''}`,
    one.createdAt,
    one.purpose === 'fine' ? 'a fine' : `${one.gems} gems`,
    usdText(usdCents(one.priceUsdCents)),
    one.provider,
    one.id,
  ]);
  return [
    table(['order', 'state', 'created', 'for', 'price', 'provider', 'id'], rows),
    ...(isCut ? [`There may be more than these ${rows.length}: narrow it with --from and --before.`] : []),
  ];
}

const state = v.pipe(
  optionalOption('STATE'),
  v.check((text) => text === null || isOrderState(text), `is one of ${Object.keys(ORDER_MOVES).join(', ')}`),
  v.transform((text) => (text !== null && isOrderState(text) ? text : null)),
);

const last4 = v.pipe(
  optionalOption('1234'),
  v.transform((text) => text && normaliseDigits(text)),
  v.check((text) => text === null || /^\d{4}$/.test(text), 'is four digits'),
);

export const FIND_VERBS = [
  personalRead({
    name: 'order find',
    says: `orders by what is known of them, the newest ${FOUND_MAX}; what is given must all fit`,
    input: v.strictObject({
      payment: optionalOption('PROVIDER-PAYMENT'),
      account: optionalOption('DISPLAY-ID'),
      last4,
      state,
      from: optionalMoment(),
      before: optionalMoment(),
    }),
    async run({ context, signOff }, { payment, ...rest }) {
      const found = await findOrders(context, signOff, { ...rest, providerPaymentId: payment });
      return isRefused(found) ? found : shown(...foundParts(found));
    },
  }),
] as const;
