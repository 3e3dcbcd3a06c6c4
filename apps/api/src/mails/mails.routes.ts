import { timingSafeEqual } from 'node:crypto';
import { stopMail, subscribeToMail, unsubscribeMail } from '@jawhara/contract';
import { orderNumber } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { readOwnOrder } from '../orders/queries/read-own-order.ts';
import type { OrderContext } from '../orders/base/order-context.ts';
import { stopByOrder, stopBySubscription, takeBounce } from './end-address.ts';
import { readStopLink, type MailSettings } from './mail-keys.ts';
import { isMailOffered, subscribe } from './subscribe.ts';

export interface MailRouteDeps {
  readonly context: OrderContext;
  /** Null in a shop without a mail server. */
  readonly mail: MailSettings | null;
}

/** These routes exist even without a mail server, because links in earlier mails must still end their address. */
export function mailRoutes(route: Route, { context, mail }: MailRouteDeps): void {
  const { db, now, newId, chance } = context;
  route(subscribeToMail, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    if (mail === null || !isMailOffered(order)) return refuse('mail-not-offered');
    const consent = { ...request, locale: caller.locale };
    const end = await subscribe({ db, now, newId, chance, keys: mail.keys }, consent);
    return end === 'subscribed' ? answer({}) : refuse('too-many-tries');
  });

  route(stopMail, async ({ request, caller }) => {
    const order = await readOwnOrder(context, request.orderId, caller);
    if (!order) return refuse('order-not-found');
    await stopByOrder(context, order.id);
    return answer({});
  });

  route(unsubscribeMail, async ({ request }) => {
    const subscription = mail && readStopLink(request.link, mail.keys);
    const orderId = subscription && (await stopBySubscription(context, subscription));
    return orderId ? answer({ orderNumber: orderNumber(orderId) }) : refuse('mail-link-invalid');
  });
}

/**
 * The address to which the mail server of the return domain posts returned mail: the whole message, with its recipient and our
 * key in headers.
 */
export const MAIL_RETURNS_PATH = '/webhooks/mail-returns/';

function isSame(text: unknown, secret: string): boolean {
  const [one, other] = [Buffer.from(typeof text === 'string' ? text : ''), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A mail message is raw bytes, neither JSON nor a form. */
export async function mailReturnRoutes(
  server: FastifyInstance,
  { context: { db, now }, mail }: MailRouteDeps,
): Promise<void> {
  if (mail === null) return;
  const { keys, returnsKey } = mail;
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(MAIL_RETURNS_PATH, async (request, reply) => {
      if (!isSame(request.headers['x-mail-returns-key'], returnsKey)) {
        request.log.warn({ alert: 'forged-notification' }, 'returned mail with a wrong key');
        return reply.code(401).send({});
      }
      const returnPath = String(request.headers['x-mail-recipient'] ?? '');
      const returned = Buffer.isBuffer(request.body) ? request.body.toString('latin1') : '';
      const verdict = await takeBounce({ db, now, keys }, { returnPath, returned });
      request.log.info({ verdict }, 'mail came back');
      return reply.code(200).send({});
    });
  });
}
