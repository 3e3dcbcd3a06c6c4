import { PROVIDERS, type ProviderNumber, type Challenge, type OrderId } from '@jawhara/domain';
import { expect } from 'vitest';
import type { BookRow } from '../../../sandbox/src/control.ts';
import type { ScenarioKey } from '../../../sandbox/src/scenarios.ts';
import type { ProviderOptions } from '../../../sandbox/src/sandbox-providers.ts';
import { createSandbox } from '../../../sandbox/src/server.ts';
import { receiveWebhooks } from './webhook-receiver.ts';
import {
  RETURN_URLS,
  type AtTheBank,
  type Expectation,
  type ProviderWorld,
} from '../providers/test/provider-world.ts';

export const CHECKOUT_COM_KEYS = {
  secretKey: 'sk_sbox_testtesttesttesttesttest01',
  publicKey: 'pk_sbox_test',
  webhookKey: 'webhook-key-of-the-test',
};

export interface ProviderStage extends Pick<
  ProviderWorld,
  'notificationsFor' | 'books' | 'control' | 'stop'
> {
  readonly url: string;
  /** The address to which the provider sends its webhooks. */
  readonly notifyUrl: string;
}

/**
 * Starts the sandbox with one provider, and a receiver of its webhooks. `reply`: the answer to a webhook that the
 * provider expects.
 */
export async function startStage(
  provider: ProviderNumber,
  reply: string,
  optionsFor: (notifyUrl: string) => ProviderOptions,
): Promise<ProviderStage> {
  const receiver = await receiveWebhooks(reply);
  const sandbox = await createSandbox({
    port: 0,
    providers: optionsFor(receiver.url),
    outage: { hangMs: 100, settleAfterMs: 50 },
  });
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${sandbox.url}/_control/${PROVIDERS[provider].folder}/${path}`, init);
    if (!answer.ok) throw new Error(`sandbox control ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    url: sandbox.url,
    notifyUrl: receiver.url,
    control: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    // Some providers allow no dashes in ids, so the order's id is written with underscores there.
    notificationsFor: (orderId: OrderId) =>
      receiver.received.filter(
        ({ body }) => body.includes(orderId) || body.includes(orderId.replaceAll('-', '_')),
      ),
    async books(orderId) {
      const { payments } = await ask<{ payments: BookRow[] }>('books');
      return payments
        .filter(({ reference }) => reference === orderId)
        .map(({ id, captured, refunded, disputed }) => ({ id, captured, refunded, disputed }));
    },
    async stop() {
      await sandbox.close();
      receiver.close();
    },
  };
}

/** Acts as the payer at the bank's challenge in a frame. The browser brings back no proof. */
export async function answerInFrame(challenge: Challenge, answer: AtTheBank): Promise<null> {
  if (challenge.way !== 'frame') throw new Error('the bank’s page is shown in a frame');
  const code = answer === 'wrong-code' ? 'nonsense' : 'Checkout1!';
  const form = new URLSearchParams({ code, answer: answer === 'cancel' ? 'cancel' : 'confirm' });
  const back = await fetch(challenge.url, { method: 'POST', body: form, redirect: 'manual' });
  expect(back.headers.get('location')).toContain(RETURN_URLS.frame);
  return null;
}

export const PAID = { kind: 'paid' } as const;

/** The payment is paid at once and reported by webhook. */
export const PLAIN = { first: 'ending', ending: PAID, isNotified: true } as const satisfies Expectation;

/** The codes of a provider for refusals. */
export interface RefusalCodes {
  readonly balance: string;
  readonly expire: string;
  readonly other: string;
  readonly 'high-risk': string;
  readonly verify: string;
  /** Providers report a wrong CVV with different outcomes. */
  readonly wrongCvv: { readonly outcome: 'other' | 'verify'; readonly code: string };
}

/** An expectation for every card of the sandbox: a new card without one does not compile. */
export function expectationsWith(codes: RefusalCodes): Record<ScenarioKey, Expectation> {
  const refused = (outcome: Exclude<keyof RefusalCodes, 'wrongCvv'>) =>
    ({ kind: 'refused', outcome, code: codes[outcome] }) as const;
  return {
    approve: PLAIN,
    'approve-mastercard': PLAIN,
    frictionless: PLAIN,
    'expires-when-kept': PLAIN,
    challenge: { ...PLAIN, first: 'challenge' },
    'challenge-mastercard': { ...PLAIN, first: 'challenge' },
    'challenge-then-insufficient-funds': { ...PLAIN, first: 'challenge', ending: refused('balance') },
    'insufficient-funds': { ...PLAIN, ending: refused('balance') },
    'expired-card': { ...PLAIN, ending: refused('expire') },
    'do-not-honour': { ...PLAIN, ending: refused('other') },
    'wrong-cvv': { ...PLAIN, ending: { kind: 'refused', ...codes.wrongCvv } },
    'high-risk': { ...PLAIN, ending: refused('high-risk') },
    'failed-authentication': { ...PLAIN, ending: refused('verify') },
    'answer-lost': { ...PLAIN, first: 'unknown' },
    'error-after-charge': { ...PLAIN, first: 'unknown' },
    'error-before-charge': { first: 'unknown', ending: { kind: 'none' }, isNotified: false },
    'pending-then-approved': { ...PLAIN, first: 'pending' },
    'pending-then-declined': { ...PLAIN, first: 'pending', ending: refused('other') },
    'wrong-amount': { ...PLAIN, first: 'pending', ending: { kind: 'paid', minorUnits: 998 } },
    // At a provider without look-ups such an order waits until it expires.
    'webhook-never': { ...PLAIN, first: 'pending', isNotified: false },
  };
}
