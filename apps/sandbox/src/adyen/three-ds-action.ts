import type { AdyenPayment } from './payment.ts';

function encoded(token: object): string {
  return Buffer.from(JSON.stringify(token)).toString('base64');
}

/** Paths of the bank's pages. The provider's own pages receive the result and pass it to the shop's page. */
export const BANK_PATHS = {
  method: '/adyen/bank/method',
  methodNotification: '/checkoutshopper/threeDSMethodNotification.shtml',
  challenge: '/adyen/bank/challenge',
  challengeNotification: '/checkoutshopper/threeDSNotification.shtml',
  redirect: '/adyen/bank/redirect',
} as const;

/** The next action of the shop's page: send browser data, show the bank's challenge in a frame, or go to the bank's page. */
export function threeDSAction(payment: AdyenPayment, publicUrl: string): object {
  const { asking, standing, paymentData, authorisationToken, pspReference } = payment;
  if (asking === 'redirect')
    return {
      type: 'redirect',
      paymentMethodType: 'scheme',
      method: 'GET',
      url: `${publicUrl}${BANK_PATHS.redirect}?pa=${encodeURIComponent(paymentData)}`,
    };
  const isLooking = standing === 'looking';
  const token = isLooking
    ? {
        threeDSMethodNotificationURL: `${publicUrl}${BANK_PATHS.methodNotification}`,
        threeDSMethodUrl: `${publicUrl}${BANK_PATHS.method}`,
        threeDSServerTransID: pspReference,
      }
    : {
        acsReferenceNumber: 'JAWHARA-SANDBOX-ACS',
        acsTransID: pspReference,
        acsURL: `${publicUrl}${BANK_PATHS.challenge}`,
        messageVersion: '2.2.0',
        threeDSNotificationURL: `${publicUrl}${BANK_PATHS.challengeNotification}`,
        threeDSServerTransID: pspReference,
      };
  return {
    type: 'threeDS2',
    subtype: isLooking ? 'fingerprint' : 'challenge',
    paymentMethodType: 'scheme',
    token: encoded(token),
    paymentData,
    authorisationToken,
  };
}

/** The result that the page sends to the shop's server after the bank's check. */
export function threeDSResult({ authorisationToken }: AdyenPayment, transStatus: 'Y' | 'N' | 'U'): string {
  return encoded({ transStatus, authorisationToken });
}
