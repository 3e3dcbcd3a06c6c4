import type { FastifyInstance } from 'fastify';
import type { OpenedGoogleToken } from '../google-pay/google-tokens.ts';
import type { CardToken, CvvToken, Refused, Tokens } from './tokens.ts';
import { invalid, unauthorised } from './refusals.ts';
import { integerIn, recordIn, textIn, type Json } from '../world/reading.ts';

/** The provider's own SDK sends the public key without the word Bearer. */
export function keyOf(authorization: string | undefined): string {
  return (authorization ?? '').replace(/^Bearer\s+/i, '');
}

export function tokenBody(token: CardToken | CvvToken): object {
  const expires_on = new Date(token.expiresAt).toISOString();
  if (token.kind === 'cvv') return { type: 'cvv', token: token.token, expires_on };
  const { card } = token;
  return {
    ...(token.google === undefined
      ? { type: 'card' }
      : { type: 'googlepay', token_format: token.google.authMethod.toLowerCase() }),
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

export interface TokensDeps {
  readonly tokens: Tokens;
  readonly publicKey: string;
  readonly openGoogleToken: (token: unknown) => OpenedGoogleToken | null;
}

/** Exchanges a card number, which only the card fields send, or Google's encrypted card, which the shop sends, for a token. */
export function tokensRoutes(app: FastifyInstance, { tokens, publicKey, openGoogleToken }: TokensDeps): void {
  const make: Readonly<Record<string, (body: Json) => CardToken | CvvToken | Refused>> = {
    cvv: (body) => tokens.ofCvv(textIn(recordIn(body['token_data']), 'cvv') ?? ''),
    googlepay: (body) => tokens.ofGoogle(openGoogleToken(body['token_data'])),
    card: (body) =>
      tokens.ofCard(
        textIn(body, 'number') ?? '',
        integerIn(body, 'expiry_month') ?? 0,
        integerIn(body, 'expiry_year') ?? 0,
        textIn(body, 'cvv'),
      ),
  };
  app.post('/tokens', async (request, reply) => {
    if (keyOf(request.headers.authorization) !== publicKey) return unauthorised(reply);
    const body = recordIn(request.body);
    const token = make[textIn(body, 'type') ?? '']?.(body);
    if (token === undefined) return invalid(reply, ['token_type_invalid']);
    return token.kind === 'refused' ? invalid(reply, token.codes) : reply.code(201).send(tokenBody(token));
  });
}
