import {
  MAIL_CONSENTS,
  parseMailAddress,
  type MailAddress,
  type MailConsent,
  type OrderId,
} from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireOrderId } from '../wire-types.ts';

const wireMailAddress = v.pipe(
  v.string(),
  v.maxLength(300),
  v.rawTransform(({ dataset, addIssue, NEVER }): MailAddress => {
    const address = parseMailAddress(dataset.value);
    if (address !== null) return address;
    addIssue({ message: 'not an address' });
    return NEVER;
  }),
);

/** The payer's consent to mail about one order, with the address. */
export interface MailSubscriptionRequest {
  readonly orderId: OrderId;
  readonly address: MailAddress;
  readonly consent: MailConsent;
}

/**
 * [ORD-21] Not part of the specification: the owner of the order gives an address for mail about it. Mails are in the language of
 * the page.
 */
export const subscribeToMail = endpoint({
  name: 'subscribeToMail',
  methods: ['POST'],
  changes: true,
  path: '/api/order/mail/subscribe/',
  refusals: ['order-not-found', 'mail-not-offered', 'too-many-tries'],
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId, email: wireMailAddress, consent: v.picklist(MAIL_CONSENTS) }),
      v.transform((wire): MailSubscriptionRequest => ({
        orderId: wire.order_id,
        address: wire.email,
        consent: wire.consent,
      })),
    ),
    ({ orderId, address, consent }: MailSubscriptionRequest) => ({
      order_id: orderId as string,
      email: address as string,
      consent,
    }),
  ),
  answer: codec(v.object({}), () => ({})),
});

/** [ORD-21] Not part of the specification: the owner of the order stops mail about it, and the address is deleted. */
export const stopMail = endpoint({
  name: 'stopMail',
  methods: ['POST'],
  changes: true,
  path: '/api/order/mail/stop/',
  refusals: ['order-not-found'],
  request: codec(
    v.pipe(
      v.object({ order_id: wireOrderId }),
      v.transform((wire) => ({ orderId: wire.order_id })),
    ),
    ({ orderId }: { readonly orderId: OrderId }) => ({ order_id: orderId as string }),
  ),
  answer: codec(v.object({}), () => ({})),
});

/**
 * [ORD-21] Not part of the specification: called with the signed link of a mail, from its page or by the reader's mail
 * program, which posts to the header's address (RFC 8058). Never by GET, because mail scanners open every link.
 */
export const unsubscribeMail = endpoint({
  name: 'unsubscribeMail',
  methods: ['POST'],
  changes: true,
  path: '/api/order/mail/unsubscribe/',
  refusals: ['mail-link-invalid'],
  request: codec(
    v.pipe(
      v.object({ link: v.pipe(v.string(), v.maxLength(200)) }),
      v.transform(({ link }) => ({ link })),
    ),
    ({ link }: { readonly link: string }) => ({ link }),
  ),
  answer: codec(
    v.pipe(
      v.object({ order_number: v.string() }),
      v.transform((wire) => ({ orderNumber: wire.order_number })),
    ),
    ({ orderNumber }: { readonly orderNumber: string }) => ({ order_number: orderNumber }),
  ),
});
