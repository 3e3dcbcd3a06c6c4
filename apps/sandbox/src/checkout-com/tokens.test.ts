import { beforeEach, describe, expect, it } from 'vitest';
import { createTokens, TOKEN_LIVES_MS, type Tokens } from './tokens.ts';

const START = Date.UTC(2026, 10, 15);
let now = START;
let tokens: Tokens;

beforeEach(() => {
  now = START;
  tokens = createTokens(() => now);
});

const mint = (): string => {
  const token = tokens.ofCard('4242424242424242', 12, 2030, '100');
  if (token.kind === 'refused') throw new Error('refused');
  return token.token;
};

describe('Checkout.com’s tokens', () => {
  it('a Checkout.com token stores scenario and last digits, but neither card number nor CVV', () => {
    const token = tokens.ofCard('4544249167673670', 12, 2030, '987');
    expect(token).toMatchObject({ card: { scenario: 'insufficient-funds', last4: '3670', bin: '454424' } });
    expect(JSON.stringify(token)).not.toMatch(/4544249167673670|987/);
  });

  it('a Checkout.com token pays once', () => {
    const token = mint();
    expect(tokens.look(token).kind).toBe('card');
    tokens.spend(token);
    expect(tokens.look(token)).toEqual({ kind: 'refused', codes: ['token_invalid'] });
  });

  it('a Checkout.com token expires', () => {
    const token = mint();
    now += TOKEN_LIVES_MS - 1;
    expect(tokens.look(token).kind).toBe('card');
    now += 1;
    expect(tokens.look(token)).toEqual({ kind: 'refused', codes: ['token_expired'] });
    mint(); // making a token also deletes those that have expired
    expect(tokens.look(token)).toEqual({ kind: 'refused', codes: ['token_invalid'] });
  });

  it('a Checkout.com token for an invalid card is refused, with every fault named', () => {
    expect(tokens.ofCard('4242424242424243', 13, 2030, '1')).toEqual({
      kind: 'refused',
      codes: ['card_number_invalid', 'card_expiry_month_invalid', 'cvv_invalid'],
    });
    expect(tokens.ofCard('378282246310005', 12, 2030, null)).toMatchObject({
      codes: ['card_number_invalid'],
    });
    expect(tokens.ofCard('4242424242424242', 10, 2026, null)).toMatchObject({ codes: ['card_expired'] });
    expect(tokens.ofCard('4242424242424242', 11, 2026, null).kind).toBe('card');
  });

  it('a Checkout.com token of a CVV alone cannot pay', () => {
    const token = tokens.ofCvv('123');
    if (token.kind === 'refused') throw new Error('refused');
    expect(tokens.look(token.token).kind).toBe('refused');
    expect(tokens.lookCvv(token.token).kind).toBe('cvv');
    expect(tokens.lookCvv(mint()).kind).toBe('refused');
    expect(tokens.ofCvv('12').kind).toBe('refused');
  });
});
