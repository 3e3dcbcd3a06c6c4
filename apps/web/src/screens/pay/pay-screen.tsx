import '../../words/load-pay.ts';
import { CHECKOUT_COM_CARD, type GemPack } from '@jawhara/domain';
import { useEffect, useRef } from 'react';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { gapSentence } from '../../checkout/gap-sentence.ts';
import { ConsentLine } from '../../checkout/consent-line.tsx';
import { MethodList } from '../../checkout/method-list.tsx';
import { OpenOrderNote } from '../../checkout/open-order-note.tsx';
import { OrderCard } from '../../checkout/order-card.tsx';
import { PackGrid } from '../../checkout/pack-grid.tsx';
import { findGap } from '../../checkout/pay-gap.ts';
import { storedChosenAmount, storedLastPaidAmount } from '../../host/stored-purchase.ts';
import { useStored } from '../../host/use-stored.ts';
import { RecipientSection } from '../../recipient/recipient-section.tsx';
import { useRecipient } from '../../recipient/use-recipient.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** Two runs of text: a nickname may hold a sign the device has no picture for, and must not take the gems with it. */
function Summary({ pack, nickname }: { pack: GemPack | null; nickname: string | null }) {
  if (pack === null) return word('packs.selectFirst');
  return (
    <>
      <span className="inline-block">{word('count.gemsOf', { n: pack.gems })}</span>{' '}
      {nickname !== null && (
        <span className="inline-block">{word('pay.to', { name: isolatedName(nickname) })}</span>
      )}
    </>
  );
}

export function PayScreen() {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const chosen = useRecipient();
  const packs = useGemPacks(chosen.recipient?.accountId ?? null);
  const lastPaid = useStored(storedLastPaidAmount);
  const amount = useStored(storedChosenAmount) ?? lastPaid;
  const idField = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const pack =
    packs.kind === 'ready' ? (packs.packs.find((one) => one.priceUsdCents === amount) ?? null) : null;
  const recipient = chosen.refused === null ? chosen.recipient : null;

  const arePacksShown = packs.kind === 'ready';
  useEffect(() => {
    if (!arePacksShown) return;
    import('../pay-step/prefetch.ts').catch(() => undefined);
  }, [arePacksShown]);

  const pay = (): void => {
    const gap = findGap({ recipient, pack, payType: CHECKOUT_COM_CARD, isOnline });
    if (gap === null && pack !== null) {
      storedChosenAmount.write(pack.priceUsdCents);
      navigate('/pay-step?step=card');
      return;
    }
    if (gap === null) return;
    showToast(gapSentence(gap), 'info');
    const place = gap === 'recipient' ? idField.current : gap === 'pack' ? grid.current : null;
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  };

  return (
    <>
      <AppBar title={word('home.navRecharge')} />
      <main className="page above-pay-bar">
        <OpenOrderNote />
        <div className="columns">
          <div className="column-main">
            <RecipientSection chosen={chosen} inputRef={idField} />
            <PackGrid
              packs={packs}
              chosen={pack}
              lastPaid={lastPaid}
              onChoose={(one) => storedChosenAmount.write(one.priceUsdCents)}
              gridRef={grid}
            />
          </div>
          <div className="column-side">
            {pack !== null && <OrderCard pack={pack} recipient={recipient} />}
            <MethodList pack={pack} />
            <ConsentLine />
            <PayBar
              total={pack === null ? word('pay.total') : <Money cents={pack.priceUsdCents} />}
              summary={<Summary pack={pack} nickname={recipient?.nickname ?? null} />}
            >
              <Button icon="lock-keyhole" onPress={pay} testId="pay-now">
                {word('pay.now')}
              </Button>
            </PayBar>
          </div>
        </div>
      </main>
    </>
  );
}
