import { useEffect, useEffectEvent, useRef } from 'react';
import { ScreenStyle } from '../../../ui/screen-style.tsx';
import { pageLocale } from '../../../words/page-locale.ts';
import css from './google-pay-button.css?inline';
import { CARD, type GoogleClient } from './google-pay.ts';

export interface GooglePayButtonProps {
  client: GoogleClient;
  onPress: () => void;
}

/** As round as our own. */
const RADIUS_PX = 12;

/** Google draws it; it is never greyed out. What is missing is said when it is pressed. */
export function GooglePayButton({ client, onPress }: GooglePayButtonProps) {
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
