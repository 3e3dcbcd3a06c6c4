import type { FastifyInstance } from 'fastify';
import type { CardToken, CvvToken, Tokens } from './tokens.ts';
import { invalid, unauthorised } from './refusals.ts';
import { integerIn, recordIn, textIn } from '../world/reading.ts';

/** The provider's own SDK sends the public key without the word Bearer. */
export function keyOf(authorization: string | undefined): string {
  return (authorization ?? '').replace(/^Bearer\s+/i, '');
}

export function tokenBody(token: CardToken | CvvToken): object {
  const expires_on = new Date(token.expiresAt).toISOString();
  if (token.kind === 'cvv') return { type: 'cvv', token: token.token, expires_on };
  const { card } = token;
  return {
    type: 'card',
    token: token.token,
    expires_on,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    scheme: card.scheme,
    last4: card.last4,
    bin: card.bin,
    card_type: 'CREDIT',
    card_category: 'CONSUMER',
    issuer: 'Sandbox Bank',
    issuer_country: 'SA',
    product_id: 'F',
    product_type: 'CLASSIC',
  };
}

/** Only the hosted fields call this: nobody else has a card number. */
export function tokensRoutes(app: FastifyInstance, tokens: Tokens, publicKey: string): void {
  app.post('/tokens', async (request, reply) => {
    if (keyOf(request.headers.authorization) !== publicKey) return unauthorised(reply);
    const body = recordIn(request.body);
    if (body['type'] === 'cvv') {
      const token = tokens.ofCvv(textIn(recordIn(body['token_data']), 'cvv') ?? '');
      return token.kind === 'refused' ? invalid(reply, token.codes) : reply.code(201).send(tokenBody(token));
    }
    if (body['type'] !== 'card') return invalid(reply, ['token_type_invalid']);
    const token = tokens.ofCard(
      textIn(body, 'number') ?? '',
      integerIn(body, 'expiry_month') ?? 0,
      integerIn(body, 'expiry_year') ?? 0,
      textIn(body, 'cvv'),
    );
    return token.kind === 'refused' ? invalid(reply, token.codes) : reply.code(201).send(tokenBody(token));
  });
}
