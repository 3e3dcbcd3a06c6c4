import type { FastifyInstance } from 'fastify';

/** Every control call with its description. `<provider>`: a folder's name, such as adyen; without it, Checkout.com is meant. */
const STRINGS: Readonly<Record<string, string>> = {
  'GET /_control/<provider>/books':
    'Every payment with what was captured, refunded and is disputed now, in minor units of its currency; totals; `currencies`: the same sums for each currency; `savedCards`: the ids of the cards that are saved now.',
  'POST /_control/<provider>/refund {paymentId, amountMinorUnits?}':
    'Somebody refunds in the provider’s own pages. All that is left, unless an amount is named. Answers returnId. Books and webhook follow.',
  'POST /_control/<provider>/refund-fails {returnId}':
    'A refund that was accepted fails afterwards: the money is with the shop again.',
  'POST /_control/<provider>/dispute {paymentId, stage, amountMinorUnits?, currency?, disputeId?}':
    'stage: opened | won | lost | withdrawn | taken-again | given-back-again | lost-for-good. The money leaves when opened and taken-again, and comes back when won, withdrawn and given-back-again. Opened is about all that was captured unless said otherwise; later stages move the payment’s newest dispute, or the one that is named. Answers disputeId. A stage that the provider has no event for is refused, with those it has.',
  'POST /_control/<checkout-com|adyen>/capture-fails {paymentId}': 'Money that was approved never comes.',
  'GET, POST /_control/<provider>/webhooks':
    'delayMs, jitterMs, copies, shuffle, lossRate, hold, seed. A webhook that is not taken with a 2xx is sent again until it is, up to 60 times. One that gets lost (lossRate) is gone, and the books are the only way to learn of it; but one that tells of money going back is sent again later, up to 9 times, and leaves the last time whatever the rate.',
  'POST /_control/<provider>/webhooks/flush': 'Lets go of everything that is held.',
  'GET, POST /_control/<provider>/api':
    'latencyMs, failRate (503 before anything is done), revokedKey (every call of the shop’s server is refused: 401, or SIGN_VERIFY_FAILED), tooManyRate (429, or TOO_MANY_REQUEST), lostAnswerRate, hangMs, settleAfterMs, seed. With {provider} in the body it is for that one, wherever it was sent.',
  'GET /_control/<provider>/api/turned-away':
    'How many calls were refused because of revokedKey and of tooManyRate: {revokedKey, tooMany}.',
  'GET, POST /_control/mail':
    'Every mail that was taken, the newest first. isAway: the mail server closes its port, or opens it again; clear: the inbox is emptied; holdSubject: messages whose subject has this part are accepted, and the sender is told so only when it is null again. Names before the sign that play something are on /mail.',
  'GET /_control/mail/accepted':
    'Every copy of a message that was accepted: {messageId, to, subject}; held: how many of their senders have not been told so.',
  'POST /_control/reset':
    'Everything everywhere as on the first day; with a provider in the path, that one alone.',
};

export function controlPageRoutes(app: FastifyInstance): void {
  app.get('/_control', async () => STRINGS);
}
