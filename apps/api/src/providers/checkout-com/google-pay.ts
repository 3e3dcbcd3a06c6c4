import * as v from 'valibot';
import type { CheckoutComClient, CheckoutComClientAnswer } from './client.ts';

/** The source of a payment; or why there is none. */
export type CheckoutComSource =
  | { readonly kind: 'given'; readonly source: object }
  | { readonly kind: 'refused'; readonly answer: Extract<CheckoutComClientAnswer, { kind: 'answered' }> }
  | { readonly kind: 'unknown'; readonly why: string };

const tokenSchema = v.object({ token: v.pipe(v.string(), v.startsWith('tok_')) });

/**
 * They open what Google has sealed for them and give a token for it, which pays as the token of a typed card does: a card that
 * its owner has not been asked about goes through 3-D Secure, and the others they let through by themselves. The card is the
 * wallet's, and never kept.
 */
export async function googlePaySource(
  client: CheckoutComClient,
  { googlePayToken }: { readonly googlePayToken: string },
): Promise<CheckoutComSource> {
  const tokenData = JSON.parse(googlePayToken) as object;
  const answer = await client.tokenise({ type: 'googlepay', token_data: tokenData });
  if (answer.kind === 'unknown') return answer;
  if (answer.status >= 300) return { kind: 'refused', answer };
  const reading = v.safeParse(tokenSchema, answer.body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { token } = reading.output;
  return { kind: 'given', source: { type: 'token', token, store_for_future_use: false } };
}
