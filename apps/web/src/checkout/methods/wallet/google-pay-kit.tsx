import { useEffect, useEffectEvent, useRef } from 'react';
import type { GooglePaySite } from '@jawhara/contract';
import type { PageScope } from '../../../page-scope.ts';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import { pageLocale } from '../../../words/word.ts';
import css from './wallet-buttons.css?inline';
import { CARD, type GoogleClient, findGooglePay, googlePayRequest, openGooglePay } from './google-pay.ts';
import type { OwnButton } from '../../parts/pay-now.tsx';
import type { WalletKit } from '../../parts/wallet-kit.tsx';
import { WalletOver } from './wallet-over.tsx';

interface GooglePayButtonProps {
  client: GoogleClient;
  onPress: () => void;
}

/** The corner radius of our own buttons. */
const RADIUS_PX = 12;

/** Google's button, which is never disabled. A press without all choices shows what is missing. */
function GooglePayButton({ client, onPress }: GooglePayButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const button = client.createButton({
      onClick: () => press(),
      allowedPaymentMethods: [CARD],
      buttonColor: document.documentElement.dataset['theme'] === 'dark' ? 'white' : 'black',
      buttonType: 'pay',
      buttonLocale: pageLocale(),
      buttonRadius: RADIUS_PX,
      buttonSizeMode: 'fill',
    });
    place.current?.replaceChildren(button);
  }, [client]);
  return (
    <>
      <ScreenStyle css={css} />
      <div ref={place} className="google-pay-button" data-testid="pay-wallet" />
    </>
  );
}

function kitOf(client: GoogleClient, { merchantId }: GooglePaySite): WalletKit {
  const Button: OwnButton = ({ onPress }) => <GooglePayButton client={client} onPress={onPress} />;
  return {
    brand: 'google-pay',
    buttonFor: () => Button,
    WalletOver,
    walletWith:
      ({ walletSheet: sheet }, _payType, gateway) =>
      (price, sheetEvents) =>
        gateway === null
          ? null
          : openGooglePay(client, googlePayRequest({ sheet, gateway, merchantId, price }), sheetEvents),
  };
}

type FindKit = (site: GooglePaySite) => Promise<WalletKit | null>;

/** Asks Google once per page. If that fails, Google Pay is not offered, and no other payment is affected. */
function findKitOnce(): FindKit {
  let found: Promise<WalletKit | null> | null = null;
  return (site) => {
    found ??= findGooglePay(site).then(
      (client) => client && kitOf(client, site),
      () => null,
    );
    return found;
  };
}

export function googlePayKit(page: PageScope, site: GooglePaySite): Promise<WalletKit | null> {
  return page.get(findKitOnce)(site);
}
