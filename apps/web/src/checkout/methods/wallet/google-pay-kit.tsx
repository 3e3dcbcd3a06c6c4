import type { GooglePaySite } from '@jawhara/contract';
import { orderJustPaid } from '../../parts/order-just-paid.ts';
import type { OwnButton } from '../../parts/pay-now.tsx';
import { GooglePayButton } from './google-pay-button.tsx';
import { findGooglePay, googlePayRequest, openGooglePay, type GoogleClient } from './google-pay.ts';
import type { WalletKit } from './wallet-kit.ts';
import { WalletOver } from './wallet-over.tsx';

function kitOf(client: GoogleClient, { merchantId }: GooglePaySite): WalletKit {
  const Button: OwnButton = ({ onPress }) => <GooglePayButton client={client} onPress={onPress} />;
  return {
    brand: 'google-pay',
    buttonFor: () => Button,
    orderJustPaid,
    WalletOver,
    walletWith:
      ({ walletSheet: sheet }, _payType, gateway) =>
      (price, sheetEvents) =>
        gateway === null
          ? null
          : openGooglePay(client, googlePayRequest({ sheet, gateway, merchantId, price }), sheetEvents),
  };
}

let looked: Promise<WalletKit | null> | null = null;

/** Google is asked once in a page. What goes wrong with it is nobody's payment: then it is not offered. */
export function googlePayKit(site: GooglePaySite): Promise<WalletKit | null> {
  looked ??= findGooglePay(site).then(
    (client) => client && kitOf(client, site),
    () => null,
  );
  return looked;
}
