import type { Brand } from '../brand.ts';

/** The operator's name and reason, required for every change of an order, an account or a setting. */
export type SignOff = Brand<{ readonly by: string; readonly why: string }, 'SignOff'>;

export const SIGN_OFF_BY_MAX = 100;
export const SIGN_OFF_WHY_MAX = 500;

/** Null if the name or the reason is missing or too long. */
export function readSignOff(by: string, why: string): SignOff | null {
  const name = by.trim();
  const reason = why.trim();
  const isSigned =
    /^.+$/.test(name) && name.length <= SIGN_OFF_BY_MAX && reason !== '' && reason.length <= SIGN_OFF_WHY_MAX;
  return isSigned ? ({ by: name, why: reason } as SignOff) : null;
}

/** From the least to the most powerful: each role may do everything that the roles before it may. */
export const OPERATOR_ROLES = ['support', 'admin'] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export function isOperatorRole(text: string): text is OperatorRole {
  return (OPERATOR_ROLES as readonly string[]).includes(text);
}

interface VerbRule {
  /** A read is recorded too, because it shows personal data. */
  readonly kind: 'change' | 'read';
  readonly role: OperatorRole;
}

const SUPPORT = { kind: 'change', role: 'support' } as const;
const ADMIN = { kind: 'change', role: 'admin' } as const;
const PERSONAL = { kind: 'read', role: 'support' } as const;

/**
 * Every command that needs an operator's key, with its role. Money, gems, bans, prices, settings, releases, operators, and
 * signing in as somebody else are for administrators.
 */
export const OPERATOR_VERBS = {
  'alerts resolve': SUPPORT,
  'order ask': SUPPORT,
  'order cancel': SUPPORT,
  'webhooks replay': SUPPORT,
  'mails resend': SUPPORT,
  'flows resume': SUPPORT,
  'feedback answer': SUPPORT,
  'feedback close': SUPPORT,

  'webhooks discard': ADMIN,
  'person erase': ADMIN,
  'order refund': ADMIN,
  'order release': ADMIN,
  'order send-back': ADMIN,
  'order unrestrict': ADMIN,
  'order move-gems': ADMIN,
  'order rebuild': ADMIN,
  'fines return': ADMIN,
  'flows kill': ADMIN,
  'accounts import': ADMIN,
  'accounts ban': ADMIN,
  'accounts unban': ADMIN,
  'accounts count': ADMIN,
  'accounts ticket': ADMIN,
  'packs put': ADMIN,
  'configure publish': ADMIN,
  'configure back': ADMIN,
  'deploy register': ADMIN,
  'deploy rollback': ADMIN,
  'deploy remove': ADMIN,
  'operators first': ADMIN,
  'operators add': ADMIN,
  'operators end': ADMIN,

  'order story': PERSONAL,
  'order find': PERSONAL,
  'alerts show': PERSONAL,
  'webhooks show': PERSONAL,
  'feedback list': PERSONAL,
  'feedback show': PERSONAL,
  'audit list': PERSONAL,
} as const satisfies Record<string, VerbRule>;

export type OperatorVerb = keyof typeof OPERATOR_VERBS;

/**
 * Former names of commands. Records of operator actions from earlier releases have them, and signatures cover the name, so the
 * records keep it.
 */
const FORMER_NAMES = {
  'notifications replay': 'webhooks replay',
} as const satisfies Record<string, OperatorVerb>;

/** The command that a record of operator actions names; null if this release does not have it. */
export function verbOfRecord(name: string): OperatorVerb | null {
  if (Object.hasOwn(OPERATOR_VERBS, name)) return name as OperatorVerb;
  return Object.hasOwn(FORMER_NAMES, name) ? FORMER_NAMES[name as keyof typeof FORMER_NAMES] : null;
}

export type OperatorReadVerb = {
  [Verb in OperatorVerb]: (typeof OPERATOR_VERBS)[Verb]['kind'] extends 'read' ? Verb : never;
}[OperatorVerb];

export const OPERATOR_READ_VERBS = (Object.keys(OPERATOR_VERBS) as OperatorVerb[]).filter(
  (verb): verb is OperatorReadVerb => OPERATOR_VERBS[verb].kind === 'read',
);

export function mayPerform(role: OperatorRole, verb: OperatorVerb): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(OPERATOR_VERBS[verb].role);
}

/** Some things can be done only in the provider's dashboard. */
export const PROVIDER_PAGES = 'the provider’s own pages';

/** A next step that an alert offers. */
export type AlertVerb = OperatorVerb | typeof PROVIDER_PAGES;

/** As an operator reads it: a command, or the place to go to. */
export function alertVerbText(verb: AlertVerb): string {
  return verb === PROVIDER_PAGES ? verb : `ops ${verb}`;
}
