import '../../words/load-wallet.ts';
import { Icon } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';
import { walletKit } from '../methods/wallet/use-wallet.ts';

/** The browser supplies Apple's mark: we may not draw it ourselves. */
const APPLE_MARK = { background: '-webkit-named-image(apple-pay-logo-black) center / 80% no-repeat #fff' };

const isGoogle = (): boolean => walletKit()?.brand === 'google-pay';

/** The wallet of this device, as its owner calls it. */
export const walletName = (): string => word(isGoogle() ? 'method.googlePay' : 'method.applePay');

export function WalletMark() {
  if (!isGoogle()) return <span className="scheme" style={APPLE_MARK} />;
  return (
    <span className="scheme grid place-items-center text-primary-ink">
      <Icon name="smartphone" />
    </span>
  );
}
