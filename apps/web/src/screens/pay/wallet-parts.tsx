import type { Outcome } from '@jawhara/domain';
import { useState } from 'react';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { WordId } from '../../words/word-id.ts';
import { word } from '../../words/word.ts';
import {
  NO_WALLET,
  WALLET_UNSTABLE,
  type DeclinePanel,
} from '../../checkout/result/decline-panel/decline-panel.ts';
import { useWalletStanding, type WalletStanding } from '../../checkout/methods/wallet/use-wallet-standing.ts';

/** A wallet that this page cannot open: why, and where it can. One chunk, because few payers need any of it. */
export { addressToPayAt } from '../../backup-hosts/pay-on-other-host.ts';
export { HostSwitch } from '../../checkout/methods/wallet/wallet-wait.tsx';
export { PayInBrowser } from './pay-in-browser.tsx';

interface Notice {
  readonly outcome: Outcome;
  readonly template: DeclinePanel;
  /** Shown instead of the template's sentence. */
  readonly sentence?: WordId;
}

const NOT_SUPPORTED = { outcome: 'not-support-apple-pay', template: NO_WALLET } as const;

const NOTICES = {
  payable: null,
  'not-in-this-browser': NOT_SUPPORTED,
  'not-on-this-page': { ...NOT_SUPPORTED, sentence: 'method.walletOff' },
  unstable: { outcome: 'high-risk', template: WALLET_UNSTABLE },
} as const satisfies Record<WalletStanding, Notice | null>;

const CLOSINGS = { close: 'common.close', understood: 'common.understood' } as const satisfies Record<
  DeclinePanel['closes'],
  WordId
>;

interface WalletNoticeProps {
  /** Called when the payer chooses to pay by card from now on. */
  onCard: () => void;
}

/** Tells a payer who used or chose the wallet before why it is not offered now, and offers a card. */
export function WalletNotice({ onCard }: WalletNoticeProps) {
  const { standing } = useWalletStanding();
  const [isClosed, setIsClosed] = useState(false);
  const notice: Notice | null = isClosed || standing === null ? null : NOTICES[standing];
  if (notice === null) return null;
  const { outcome, template, sentence = template.sentence } = notice;
  const close = (): void => setIsClosed(true);
  const pay = (): void => {
    close();
    onCard();
  };
  return (
    <Sheet
      isOpen
      onClose={close}
      title={word(template.title)}
      art={<BadgeIcon icon="smartphone" tone="warn" />}
    >
      <p className="muted text-center" data-testid="wallet-notice" data-outcome={outcome}>
        {word(sentence)}
      </p>
      <div className="sheet-actions">
        {template.fix === 'refresh' ? (
          <>
            <Button
              variant="outline"
              icon="refresh-cw"
              onPress={() => location.reload()}
              testId="wallet-refresh"
            >
              {word('common.refresh')}
            </Button>
            <Button onPress={pay} testId="wallet-card">
              {word('method.card')}
            </Button>
          </>
        ) : (
          <Button onPress={pay} testId="wallet-card">
            {word('result.do.otherCard')}
          </Button>
        )}
        {/* A payer who presses "understood" pays by card from now on, so the next visit does not show the notice. */}
        <Button
          variant="ghost"
          onPress={template.closes === 'understood' ? pay : close}
          testId="wallet-close"
        >
          {word(CLOSINGS[template.closes])}
        </Button>
      </div>
    </Sheet>
  );
}
