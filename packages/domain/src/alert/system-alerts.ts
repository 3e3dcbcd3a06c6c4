import { PROVIDER_PAGES } from './alert-verb.ts';

/** Alerts about a provider, a flow or a build rather than about one order's money. */
export const SYSTEM_ALERTS = {
  'provider-refuses-us': {
    urgency: 'now',
    about: 'provider',
    key: ['provider'],
    verbs: [PROVIDER_PAGES],
    says: 'A provider refuses our calls: our key, our signature, or too many of them. Nobody can pay there.',
    next: 'Check the key in the provider’s own pages and in the settings. It closes by itself when the provider answers again.',
  },
  'wallet-channel-left': {
    urgency: 'today',
    about: 'provider',
    key: ['wallet'],
    verbs: ['configure publish'],
    says: 'A channel of the wallet gives no answers. New payers are served by another one that is released.',
    next: 'Ask the provider, or set the share of the channel to nothing with ops configure publish. It closes by itself when the channel serves again.',
  },
  'provider-not-connected': {
    urgency: 'now',
    about: 'provider',
    key: ['provider'],
    verbs: [],
    says: 'Orders need a provider that this deployment does not have. Its refunds, webhooks and open payments wait.',
    next: 'Connect the provider again in the settings. It closes by itself once it is there.',
  },
  'step-parked': {
    urgency: 'now',
    about: 'flow',
    key: ['step'],
    verbs: ['order story'],
    says: 'A step of the work on an order failed again and again. It was set aside, and is tried again with growing pauses.',
    next: 'ops order story names the step and its fault; mend the cause. It closes by itself when the work passes.',
  },
  'flow-stuck': {
    urgency: 'now',
    about: 'flow',
    key: ['flow'],
    verbs: ['flows resume', 'flows kill'],
    says: 'The work on an order goes round in circles or stands still.',
    next: 'ops flows stuck; mend the cause, then ops flows resume. ops flows kill only where it can never succeed: a new check begins. It closes by itself when the flow runs.',
  },
  'nobody-carries-on': {
    urgency: 'now',
    about: 'flow',
    key: ['flow'],
    verbs: ['deploy rollback'],
    says: 'No worker of the current build can be reached through the engine. Orders wait, and nobody new can pay.',
    next: 'ops deploy status; start its workers, or ops deploy rollback to a build that has some. It closes by itself.',
  },
  'tables-do-not-fit': {
    urgency: 'now',
    about: 'build',
    key: ['build'],
    verbs: [],
    says: 'A build runs on tables that are older or newer than it understands, and takes no payments.',
    next: 'Run the migration of that build, or end its processes if a newer build is there. It closes by itself.',
  },
} as const;
