import {
  cardPayTypeOf,
  isGivenUp,
  isPaid,
  type OrderId,
  type ProviderNumber,
  type SavedCardId,
} from '@jawhara/domain';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import type { CardOnFile, MoneyTaken, PaymentStep } from '../providers/provider.ts';
import { keepCard, usedAgain } from '../saved-cards/saved-card.store.ts';
import { makeMove, tellStory } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import {
  holdOrder,
  lockOrder,
  nameCard,
  nameProvider,
  releaseOrder,
  type StoredOrder,
} from './order.store.ts';
import { isSetApart, keepPayment, setApart } from './payment.store.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

export type Taken = 'taken' | 'held' | 'second-payment';

const CURRENCY = 'USD';

function isTheMoneyAskedFor(order: StoredOrder, money: MoneyTaken): boolean {
  return money.amountMinorUnits === order.priceUsdCents && money.currency === CURRENCY;
}

type Paid = Extract<PaymentStep, { kind: 'paid' }>;

/** The card that paid is kept for its payer, but not remembered: that is for the payer to say. */
async function noteCard(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { card, provider }: { readonly card: CardOnFile | null; readonly provider: ProviderNumber },
): Promise<void> {
  const use = { recipientId: order.recipientId, at: context.now() };
  // A card of its own that a rival provider's payment was made with is not this one.
  if (order.savedCardId !== null && provider === order.provider) return usedAgain(tx, order.savedCardId, use);
  if (card === null) return;
  const id = await keepCard(tx, card, {
    ...use,
    id: context.newId() as SavedCardId,
    owner: { device: order.payerDevice, accountId: order.payerAccountId },
    provider,
  });
  await nameCard(tx, order.id, id);
}

/** The provider says the money came. Compared, kept once, and never silently: every surprise is raised. */
export async function takeMoney(
  context: OrderContext,
  orderId: OrderId,
  money: Paid & { readonly provider: ProviderNumber },
): Promise<Taken> {
  return inTransaction(context.db, async (tx): Promise<Taken> => {
    const order = await lockOrder(tx, orderId);
    if (!isTheMoneyAskedFor(order, money)) {
      await raiseOrderAlert(tx, context, order, 'amount-mismatch', {
        providerPaymentId: money.providerPaymentId,
        asked: order.priceUsdCents,
        came: money.amountMinorUnits,
        currency: money.currency,
      });
      await setApart(tx, order, money, context.now());
      if (!isPaid(order.state)) await holdOrder(tx, orderId);
      return 'held';
    }
    if (await isSetApart(tx, orderId, money.providerPaymentId)) {
      // Two amounts for one payment: whoever decides about the first word has to know the second.
      const { providerPaymentId } = money;
      await raiseOrderAlert(tx, context, order, 'amount-contradicted', { providerPaymentId });
      return 'held';
    }
    if (order.isHeld) {
      // The wrong amount stays a person's. What was asked for has come as well, so it is delivered for that.
      await releaseOrder(tx, orderId);
      await tellStory(tx, context, order, { kind: 'released', detail: {} });
    }
    const kept = await keepPayment(tx, order, money, context.now());
    if (kept === 'second-payment') {
      await raiseOrderAlert(tx, context, order, 'second-payment', {
        providerPaymentId: money.providerPaymentId,
      });
      return 'second-payment';
    }
    // A repeated word is no new use, but it may be the first to name the card.
    if (kept === 'kept-now' || order.savedCardId === null) await noteCard(tx, context, order, money);
    if (kept === 'kept-now' && money.provider !== order.provider)
      await nameProvider(tx, orderId, { provider: money.provider, payType: cardPayTypeOf(money.provider) });
    if (isGivenUp(order.state)) {
      await raiseOrderAlert(tx, context, order, 'late-confirmation', { was: order.state });
    }
    await makeMove(
      tx,
      context,
      order,
      { to: 'paid' },
      { kind: 'paid', detail: { provider: money.provider, providerPaymentId: money.providerPaymentId } },
    );
    return 'taken';
  });
}
