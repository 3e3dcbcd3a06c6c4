import { OPERATOR_VERBS, type OperatorVerb } from '@jawhara/domain';
import { ACCOUNT_VERBS } from './accounts/account.verbs.ts';
import { ALERT_VERBS } from './alerts/alert.verbs.ts';
import { AUDIT_VERBS } from './audit/audit.verbs.ts';
import { CONFIGURATION_VERBS } from './configuration/configuration.verbs.ts';
import { FEEDBACK_VERBS } from './feedback/feedback.verbs.ts';
import { FLOW_VERBS } from './flows/flow.verbs.ts';
import { MAIL_VERBS } from './mails/mail.verbs.ts';
import { MONEY_VERBS } from './money/money.verbs.ts';
import { PEOPLE_VERBS } from './operators/operator.verbs.ts';
import { FIND_VERBS } from './orders/find-order.verbs.ts';
import { ORDER_VERBS } from './orders/order.verbs.ts';
import { REBUILD_VERBS } from './orders/rebuild/rebuild.verbs.ts';
import { PACK_VERBS } from './packs/pack.verbs.ts';
import { PAGE_VERBS } from './pages/page.verbs.ts';
import { PERSON_VERBS } from './person/person.verbs.ts';
import { RECONCILE_VERBS } from './reconcile.verbs.ts';
import { RELEASE_VERBS } from './releases/release.verbs.ts';
import { TELEMETRY_VERBS } from './telemetry/telemetry.verbs.ts';
import type { OpenReadVerb, Verb } from './verb.ts';
import { WEBHOOK_VERBS } from './webhooks/webhook.verbs.ts';

const ALL = [
  ...ALERT_VERBS,
  ...ORDER_VERBS,
  ...REBUILD_VERBS,
  ...FIND_VERBS,
  ...MONEY_VERBS,
  ...WEBHOOK_VERBS,
  ...MAIL_VERBS,
  ...FLOW_VERBS,
  ...ACCOUNT_VERBS,
  ...PACK_VERBS,
  ...RECONCILE_VERBS,
  ...CONFIGURATION_VERBS,
  ...FEEDBACK_VERBS,
  ...RELEASE_VERBS,
  ...TELEMETRY_VERBS,
  ...PAGE_VERBS,
  ...PERSON_VERBS,
  ...AUDIT_VERBS,
  ...PEOPLE_VERBS,
] as const;

type Listed = (typeof ALL)[number];
type NeedsKey = Exclude<Listed, OpenReadVerb>;

/** Does not compile when a verb that needs a key has no role, or a verb with a role is not in the list. */
OPERATOR_VERBS satisfies Record<NeedsKey['name'], unknown>;
({}) as Record<NeedsKey['name'], unknown> satisfies Record<OperatorVerb, unknown>;

/** Everything a person can do to the running shop; the command line is made from this list. */
export const VERBS: readonly Verb[] = ALL;
