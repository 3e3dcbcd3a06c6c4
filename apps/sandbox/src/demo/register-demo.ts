import { createHmac } from 'node:crypto';
import { controlRoutes, type BookRow } from '../control.ts';
import type { ScenarioSection } from '../scenario-page.ts';
import { createApiOutage } from '../world/api-outage.ts';
import { createDisputes, disputesInBooks, type Dispute } from '../world/disputes.ts';
import { createIdempotency } from '../world/idempotency.ts';
import { createMovements, movedBy, type Movement } from '../world/movements.ts';
import { returnControlRoutes } from '../world/return-controls.ts';
import type { RegisteredProvider, World } from '../world/world.ts';
import { demoApiRoutes } from './demo-api.routes.ts';
import { amountOf, cardOf, newDemoId, scenarioOf, type DemoPayment } from './payment.ts';
import { createDemoPayments, type DemoReturn, type TellDemo } from './payments.ts';

export interface DemoOptions {
  readonly apiKey: string;
  readonly webhookKey: string;
  readonly webhookUrl: string | null;
}

/** The movement of each event. Events that are not here move no money. */
const MOVED: Readonly<Record<string, Movement['what']>> = {
  'payment.paid': 'captured',
  'refund.made': 'refunded',
  'refund.failed': 'refund-failed',
};

const SECTION: ScenarioSection = {
  id: 'demo',
  name: 'Demo',
  note: {
    ar: 'محفظة فقط. رمز المحفظة لكل حالة من /apple-pay/token?scenario=…',
    en: 'Wallet only. A token for each scenario comes from /apple-pay/token?scenario=…',
  },
  entries: [],
  links: {
    books: '/_control/demo/books',
    webhooks: '/_control/demo/webhooks',
    'payment API': '/_control/demo/api',
  },
};

function disputeReturn({ id, stage, amount, currency }: Dispute): DemoReturn {
  return { id, kind: 'dispute', stage, amount, currency };
}

function bookRow(payment: DemoPayment, disputes: readonly Dispute[]): BookRow {
  const { id, reference, scenario, requested, currency, status, captured, refunded } = payment;
  return {
    id,
    reference,
    scenario,
    requested,
    currency,
    status,
    captured,
    refunded,
    amount: amountOf(payment),
    ...disputesInBooks(disputes, currency),
  };
}

/** The provider of the demo environment: the sandbox itself, modelled on no real provider. */
export function registerDemo(world: World, options: DemoOptions): RegisteredProvider {
  const { app, now, timers, walletTokens } = world;
  const outage = createApiOutage(world.firstOutage);
  const idempotency = createIdempotency(now);
  const movements = createMovements();
  const webhooks = world.sendWebhooks({
    url: options.webhookUrl,
    headersFor: (body) => ({
      'demo-signature': createHmac('sha256', options.webhookKey).update(body).digest('hex'),
    }),
  });
  const note = (payment: DemoPayment, what: Movement['what'] | null, returned?: DemoReturn): void => {
    if (what === null) return;
    const { id: paymentId, reference } = payment;
    const { amount, currency } = returned ?? { amount: payment.captured, currency: payment.currency };
    // The later failure of a refund is a movement with an id of its own.
    const id = what === 'refunded' && returned ? returned.id : newDemoId('devt');
    const method = scenarioOf(payment).brand.toUpperCase();
    movements.note({ id, what, paymentId, reference, amount, currency, at: now(), method });
  };
  const notify: TellDemo = (payment, type, returned) => {
    note(payment, MOVED[type] ?? null, returned);
    if (returned === undefined && scenarioOf(payment).webhooks === 'never') return;
    const event = {
      id: newDemoId('devt'),
      type,
      payment: bodyOf(payment),
      ...(returned ? { returned } : {}),
    };
    webhooks.send(JSON.stringify(event), returned ? 'return' : 'payment');
  };
  const payments = createDemoPayments(notify);
  const disputes = createDisputes<DemoPayment>({
    now,
    newId: () => newDemoId('ddis'),
    plays: () => true,
    notify(dispute, payment) {
      const returned = disputeReturn(dispute);
      note(payment, movedBy(dispute), returned);
      notify(payment, `dispute.${dispute.stage}`, returned);
    },
  });
  const bodyOf = (payment: DemoPayment): object => ({
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount: { value: amountOf(payment), currency: payment.currency },
    ...(payment.reason === null ? {} : { reason: payment.reason }),
    card: cardOf(payment),
    returns: [...payments.refundsOf(payment), ...disputes.of(payment).map(disputeReturn)],
  });
  const clear = (): void => {
    for (const part of [payments, disputes, movements, idempotency, webhooks, outage]) part.clear();
  };

  const { apiKey } = options;
  demoApiRoutes(app, { apiKey, payments, walletTokens, idempotency, movements, outage, timers, bodyOf });
  const rows = () => payments.all().map((payment) => bookRow(payment, disputes.of(payment)));
  controlRoutes(app, '/demo', { webhooks, outage, rows, savedCardIds: () => [], reset: clear });
  returnControlRoutes<DemoPayment>(app, '/demo', {
    find: payments.find,
    facts: ({ captured, refunded, currency }) => ({ captured, refunded, currency }),
    refund: payments.refund,
    refundFails: payments.refundFails,
    disputes,
  });
  return { clear, browserPaths: [], section: SECTION };
}
