import { randomBytes, randomUUID } from 'node:crypto';
import { CHECKOUT_COM, type OrderId } from '@jawhara/domain';
import * as posts from '../../apps/api/src/alerts/alert-post.store.ts';
import * as alerts from '../../apps/api/src/alerts/alert.store.ts';
import { digestOf } from '../../apps/api/src/operator/identity/operator-key.ts';
import * as operators from '../../apps/api/src/operator/identity/operator.store.ts';
import * as flowBuilds from '../../apps/api/src/operator/releases/flow-build.store.ts';
import * as actions from '../../apps/api/src/operator/operator-action.store.ts';
import type { Asking, SamplesOf } from './sample.ts';

const SHOWN_MOST = 100;

const alertOf = ({ rows }: Asking): alerts.Alert<'second-payment'> => ({
  id: randomUUID(),
  kind: 'second-payment',
  orderId: rows.open.id,
  recipientId: rows.open.recipientId,
  detail: { providerPaymentId: 'pay_sample' },
  at: rows.now,
});

const closingOf = ({ rows }: Asking): alerts.Closing => ({ by: 'sample', why: 'sample', at: rows.now });

const operatorOf = (addedAt: Date): operators.NewOperator => ({
  id: randomUUID(),
  name: `sample ${randomUUID()}`,
  role: 'support',
  publicKey: randomBytes(32),
  addedAt,
  addedBy: null,
  certificate: randomBytes(64),
});

export const alertSamples = {
  raiseAlert: async (asking) => {
    await alerts.raiseAlert(asking.tx, alertOf(asking));
    await alerts.raiseAlert(asking.tx, {
      ...alertOf(asking),
      kind: 'provider-refuses-us',
      orderId: null,
      detail: { provider: CHECKOUT_COM },
    });
  },
  closeAlert: (asking) => alerts.closeAlert(asking.tx, randomUUID(), closingOf(asking)),
  closeAlertsOfOrder: (asking) =>
    alerts.closeAlertsOfOrder(
      asking.tx,
      asking.rows.decided.id,
      { kinds: ['late-confirmation'], providerPaymentId: '' },
      closingOf(asking),
    ),
  healAlert: async ({ tx, rows }) => {
    const end = { why: 'sample', at: rows.now };
    const orderId: OrderId = rows.decided.id;
    await alerts.healAlert(tx, {
      kind: 'second-payment',
      about: { orderId },
      providerPaymentId: 'pay',
      ...end,
    });
    await alerts.healAlert(tx, { kind: 'flow-stuck', about: { subject: `flow:${orderId}` }, ...end });
  },
  reopenAlert: ({ tx, rows }) =>
    alerts.reopenAlert(tx, { kind: 'unreadable-notification', subject: randomUUID(), at: rows.now }),
  alertById: ({ db }) => alerts.alertById(db, randomUUID()),
  openAlertsEndingWith: ({ db }) => alerts.openAlertsEndingWith(db, 'ffffffff'),
  openAlerts: ({ db }) => alerts.openAlerts(db, SHOWN_MOST),
  openAlertsOfKind: ({ db }) => alerts.openAlertsOfKind(db, 'flow-stuck', SHOWN_MOST),
  alertsOfOrder: ({ db, rows }) => alerts.alertsOfOrder(db, rows.decided.id),
  countOpenAlerts: ({ db }) => alerts.countOpenAlerts(db),
} satisfies SamplesOf<typeof alerts>;

export const alertPostSamples = {
  lockPosting: ({ tx }) => posts.lockPosting(tx),
  alertsToPost: ({ db }) => posts.alertsToPost(db, SHOWN_MOST),
  markPosted: ({ tx, rows }) => posts.markPosted(tx, [randomUUID()], rows.now),
  postLater: ({ tx, rows }) => posts.postLater(tx, randomUUID(), rows.now),
  forgetOldNews: ({ tx, rows }) => posts.forgetOldNews(tx, rows.now),
  countUnpostedAlerts: ({ db, rows }) => posts.countUnpostedAlerts(db, rows.now),
} satisfies SamplesOf<typeof posts>;

export const actionSamples = {
  lockChain: ({ tx }) => actions.lockChain(tx),
  recordAction: async ({ tx, rows }) => {
    const operator = operatorOf(rows.now);
    await operators.insertOperator(tx, operator);
    await actions.recordAction(tx, {
      id: randomUUID(),
      at: rows.now,
      by: 'sample',
      why: 'sample',
      verb: 'sample',
      subject: 'sample',
      before: {},
      after: {},
      keyFingerprint: digestOf(operator.publicKey),
      nonce: randomUUID(),
      request: 'sample',
      requestSignature: randomBytes(64),
      sequence: Number.MAX_SAFE_INTEGER,
      previousDigest: randomBytes(32),
      recordSignature: randomBytes(64),
    });
  },
  isNonceUsed: ({ db }) => actions.isNonceUsed(db, randomUUID()),
  lastSignedAction: ({ db }) => actions.lastSignedAction(db),
  signedActionsAfter: ({ db }) => actions.signedActionsAfter(db, 0, SHOWN_MOST),
  unsignedActionsSince: ({ db, rows }) =>
    actions.unsignedActionsSince(db, new Date(rows.now.getTime() - 86_400_000), SHOWN_MOST),
  countUnsignedBefore: ({ db, rows }) =>
    actions.countUnsignedBefore(db, new Date(rows.now.getTime() - 86_400_000)),
  actionsOn: ({ db, rows }) => actions.actionsOn(db, `order:${rows.decided.id}`),
  actionsSince: ({ db, rows }) =>
    actions.actionsSince(db, new Date(rows.now.getTime() - 86_400_000), SHOWN_MOST),
} satisfies SamplesOf<typeof actions>;

export const operatorSamples = {
  allOperators: ({ db }) => operators.allOperators(db),
  insertOperator: ({ tx, rows }) => operators.insertOperator(tx, operatorOf(rows.now)),
  endOperator: ({ tx, rows }) => operators.endOperator(tx, randomUUID(), { at: rows.now, by: randomUUID() }),
  databaseTime: ({ db }) => operators.databaseTime(db),
} satisfies SamplesOf<typeof operators>;

const SAMPLE_BUILD = { build: 'sample', url: 'http://127.0.0.1:1/b/sample' };

export const flowBuildSamples = {
  makeCurrent: ({ tx, rows }) => flowBuilds.makeCurrent(tx, SAMPLE_BUILD, rows.now),
  currentBuild: ({ db }) => flowBuilds.currentBuild(db),
  forgetBuild: ({ tx }) => flowBuilds.forgetBuild(tx, SAMPLE_BUILD.build),
} satisfies SamplesOf<typeof flowBuilds>;
