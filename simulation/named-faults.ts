interface NamedFault {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

const ORDERS = 'apps/api/src/orders';

/**
 * Faults in order code that `npm run simulate:teeth` plants, to see whether the simulation finds them. No other test noticed them
 * on 2026-11-18; the first two were added with the confirmation of repeated purchases (ORD-20).
 */
export const NAMED_FAULTS: readonly NamedFault[] = [
  {
    name: 'the same purchase is placed again without a yes',
    file: `${ORDERS}/placing/open-order.ts`,
    from: "if (order.purpose !== 'gems') return null;",
    to: 'return null;',
  },
  {
    name: 'a second wallet sheet pays the same without a yes',
    file: `${ORDERS}/placing/pay-by-wallet.ts`,
    from: 'if (repeat === null) await noteWalletToken(tx, order.id, context.now());\n    return repeat;',
    to: 'await noteWalletToken(tx, order.id, context.now());\n    return null;',
  },
  {
    name: 'an attempt without an answer ends without an alert',
    file: `${ORDERS}/follow-up/check-order.ts`,
    from: "answer?.kind === 'unknown' || !(isConfirmedOpen || canLookUp)",
    to: "answer?.kind === 'unknown'",
  },
  {
    name: 'a decline of a payment that is no attempt of ours refuses the order',
    file: `${ORDERS}/paying/decide-order.ts`,
    from: 'if (providerPaymentId !== null && !isOurs) return null;',
    to: '',
  },
  {
    name: 'a payment with two amounts comes back without its alert',
    file: `${ORDERS}/base/follow-hold.ts`,
    from: "payment.standing === 'kept' && !isAllGone(payment, money.facts)",
    to: "payment.standing === 'kept' && payment.provider < 0",
  },
  {
    name: 'money that comes again before delivery counts as delivered',
    file: `${ORDERS}/refunds/take-return.ts`,
    from: "order.creditedAt === null ? 'paid' : 'delivered'",
    to: "'delivered'",
  },
  {
    name: 'a refund beside a dispute that is only announced',
    file: 'packages/domain/src/operator/order-verbs.ts',
    from: "['announced', 'taken', 'taken-again']",
    to: "['taken', 'taken-again']",
  },
  {
    name: "another provider's card is noted as use of the saved card",
    file: `${ORDERS}/paying/take-money.ts`,
    from: 'savedCardId !== null && paid.provider === order.provider',
    to: 'savedCardId !== null',
  },
  {
    name: 'the card of a second payment stays at its provider',
    file: `${ORDERS}/paying/take-money.ts`,
    from: "if (known.standing !== 'kept') await forgetCard(tx, context, order, paid);",
    to: "if (known.standing !== 'kept') await Promise.resolve();",
  },
  {
    name: 'a card that its provider was told to forget is offered again',
    file: 'apps/api/src/saved-cards/card-to-forget.store.ts',
    from: 'and source_id = ${sourceId} and tries > 0)`',
    to: 'and source_id = ${sourceId} and tries < 0)`',
  },
  {
    name: 'a wrong amount beside a paid order comes back without its alert',
    file: `${ORDERS}/base/follow-hold.ts`,
    from: 'isHeld && !order.isHeld ? payments : returned',
    to: 'isHeld && !order.isHeld ? payments : []',
  },
  {
    name: 'money that comes again before delivery is late without an alert',
    file: `${ORDERS}/follow-up/watch-orders.ts`,
    from: 'await reopenAlert(tx, { kind, subject: id, closedBy: BY_ITSELF, at: now() });',
    to: 'await Promise.resolve(kind);',
  },
  {
    name: 'a decline of another payment is the answer of an attempt without a name',
    file: `${ORDERS}/order.flow.ts`,
    from: "cameBy === 'webhook'",
    to: "cameBy === ('never' as string)",
  },
];
