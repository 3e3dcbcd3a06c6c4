import { OPERATOR_VERBS, type OperatorVerb } from '@jawhara/domain';
import type { Command, Commands } from './command.ts';
import { ACCOUNT_COMMANDS } from './commands/accounts.ts';
import { ALERT_COMMANDS } from './commands/alerts.ts';
import { AUDIT_COMMANDS } from './commands/audit.ts';
import { CONFIGURE_COMMANDS } from './commands/configure.ts';
import { DEPLOY_COMMANDS } from './commands/deploy.ts';
import { FEEDBACK_COMMANDS } from './commands/feedback.ts';
import { FINE_COMMANDS } from './commands/fines.ts';
import { FLOW_COMMANDS } from './commands/flows.ts';
import { NOTIFICATION_COMMANDS } from './commands/notifications.ts';
import { OPERATOR_COMMANDS } from './commands/operators.ts';
import { ORDER_COMMANDS } from './commands/order.ts';
import { PACK_COMMANDS } from './commands/packs.ts';
import { PAGE_COMMANDS } from './commands/pages.ts';
import { RECONCILE_COMMANDS } from './commands/reconcile.ts';
import { TELEMETRY_COMMANDS } from './commands/telemetry.ts';

const ALL = {
  ...ALERT_COMMANDS,
  ...ORDER_COMMANDS,
  ...NOTIFICATION_COMMANDS,
  ...FLOW_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...FINE_COMMANDS,
  ...PACK_COMMANDS,
  ...RECONCILE_COMMANDS,
  ...CONFIGURE_COMMANDS,
  ...FEEDBACK_COMMANDS,
  ...DEPLOY_COMMANDS,
  ...TELEMETRY_COMMANDS,
  ...PAGE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...OPERATOR_COMMANDS,
} as const satisfies Commands;

type NameOfKind<Kind extends Command['kind']> = {
  [Name in keyof typeof ALL]: (typeof ALL)[Name]['kind'] extends Kind ? Name : never;
}[keyof typeof ALL];

/** Does not compile when a command that needs a key has no role, or a verb with a role has no command. */
OPERATOR_VERBS satisfies Record<Exclude<keyof typeof ALL, NameOfKind<'reads'>>, unknown>;
const NEEDING_KEY: Pick<typeof ALL, OperatorVerb> = ALL;

/** Everything a person can do from a command line. */
export const COMMANDS: Commands = { ...ALL, ...NEEDING_KEY };
