import { declineOf, isKnownDecline } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { DECLINES, SCENARIO_KEYS, SCENARIOS, type Scenario } from '../../../../sandbox/src/scenarios.ts';
import { interpretWebhook } from './webhook.ts';
import { stepOfAnswer } from './payment-step.ts';

const declined = (code: string, summary: string) => ({
  id: 'pay_1',
  amount: 999,
  currency: 'USD',
  status: 'Declined',
  response_code: code,
  response_summary: summary,
});

describe('the decline codes of the sandbox', () => {
  const codes = Object.entries(DECLINES);

  it.each(codes)('the decline code %s (%s) of the sandbox has a row in the declines table', (code) => {
    expect(isKnownDecline(13, code)).toBe(true);
  });

  it('every scenario of the sandbox that declines uses a known decline code', () => {
    const said = SCENARIO_KEYS.map((key) => SCENARIOS[key] as Scenario).flatMap(({ verdict }) =>
      verdict.says === 'no' ? [verdict.code] : [],
    );
    expect(said.length).toBeGreaterThan(0);
    for (const code of said) expect(isKnownDecline(13, code)).toBe(true);
  });

  it.each(codes)('the decline code %s (%s) means the same in an answer and in a webhook', (code, summary) => {
    const { outcome } = declineOf(13, code);
    const data = declined(code, summary);
    const event = JSON.stringify({ id: 'evt_1', type: 'payment_declined', data });
    expect(stepOfAnswer(data)).toMatchObject({ kind: 'refused', outcome, code });
    expect(interpretWebhook(event)).toMatchObject({ kind: 'refused', outcome, code });
  });
});

it("[ORD-09] a vague decline code with a message containing 'expired' is read as an expired card", () => {
  const data = declined('20005', 'Card has expired');
  const event = JSON.stringify({ id: 'evt_1', type: 'payment_declined', data });
  expect(stepOfAnswer(data)).toMatchObject({ outcome: 'expire', code: '20005' });
  expect(interpretWebhook(event)).toMatchObject({ outcome: 'expire', code: '20005' });
});

it.each(['Canceled', 'Expired', 'Card Verified', 'payment_canceled', 'payment_expired'])(
  'a payment that ends as %s without a decline code has a row in the declines table too',
  (ending) => {
    expect(isKnownDecline(13, ending)).toBe(true);
    expect(declineOf(13, ending).outcome).toBe('other');
  },
);
