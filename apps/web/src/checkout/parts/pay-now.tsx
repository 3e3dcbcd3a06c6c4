import type { GemPack } from '@jawhara/domain';
import type { ComponentType, ReactNode } from 'react';
import { Approx } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { payAmount } from './pay-amount.ts';

export type OwnButton = ComponentType<{ onPress: () => void }>;

interface PayNowProps {
  /** The button of a method that has its own. */
  Own: OwnButton | null;
  pack: GemPack | null;
  nickname: string | null;
  /** The field has an id whose account is being looked up. */
  isLookedUp: boolean;
  /** Pressed, and waiting for the account. */
  isBusy: boolean;
  onPress: () => void;
}

/** The button's label: the amount to pay, or the choice that is still missing. */
function label({ pack, nickname, isLookedUp }: PayNowProps): string {
  if (nickname === null && !(isLookedUp && pack !== null)) return word('pay.chooseRecipient');
  if (pack === null) return word('pay.choosePack');
  return payAmount(pack.priceUsdCents);
}

/** Two text runs: a nickname may contain a character that the device cannot draw, which must not affect the gems. */
function What({ pack, nickname }: PayNowProps) {
  if (pack === null)
    return nickname === null ? word('pay.emptySide') : word('pay.to', { name: isolatedName(nickname) });
  return (
    <>
      <span className="inline-block">
        {nickname === null ? word('count.gems', { n: pack.gems }) : word('count.gemsOf', { n: pack.gems })}
      </span>{' '}
      {nickname !== null && (
        <span className="inline-block">{word('pay.to', { name: isolatedName(nickname) })}</span>
      )}
    </>
  );
}

function more({ pack, nickname, isLookedUp }: PayNowProps, isOnline: boolean): ReactNode {
  if (pack === null) return undefined;
  if (nickname !== null) return pack.estimate && <Approx of={pack.estimate} />;
  if (!isLookedUp) return word('pay.emptyFor');
  // The same words as in the id field.
  return word(isOnline ? 'pay.looking' : 'search.waitOnline');
}

/** The pay button with its amount, beside the pack and the recipient. Enabled, except without a network. */
export function PayNow(props: PayNowProps) {
  const isWhole = props.pack !== null && (props.nickname !== null || props.isLookedUp);
  const isOnline = useOnline();
  const held = isOnline ? null : word('net.notConnected');
  return (
    <PayBar
      total={
        <div className="small">
          <What {...props} />
        </div>
      }
      summary={more(props, isOnline)}
    >
      {props.Own === null ? (
        <Button
          {...(isWhole ? { icon: 'lock-keyhole' } : {})}
          busy={props.isBusy}
          held={held}
          onPress={props.onPress}
          testId="pay-now"
        >
          {label(props)}
        </Button>
      ) : (
        <props.Own onPress={props.onPress} />
      )}
    </PayBar>
  );
}
