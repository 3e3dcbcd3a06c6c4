import '../../words/load-pay.ts';
import { CHECKOUT_COM_CARD, type GemPack } from '@jawhara/domain';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { gapSentence } from '../../checkout/gap-sentence.ts';
import { ConsentLine } from '../../checkout/consent-line.tsx';
import { MethodList } from '../../checkout/method-list.tsx';
import { OpenOrderNote } from '../../checkout/open-order-note.tsx';
import { PackGrid } from '../../checkout/pack-grid.tsx';
import { findGap, type PayGap } from '../../checkout/pay-gap.ts';
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
import type { Leaving, MethodsHandle } from './pay-methods.tsx';

/** The saved cards and everything about them come after the packs; where they cannot be loaded a new card still pays. */
const PayMethods = lazy(() =>
  import('./pay-methods.tsx').then(
    (loaded) => ({ default: loaded.PayMethods }),
    () => ({ default: MethodList }),
  ),
);

interface SummaryProps {
  pack: GemPack | null;
  nickname: string | null;
}

/** Two runs of text: a nickname may hold a sign the device has no picture for, and must not take the gems with it. */
function Summary({ pack, nickname }: SummaryProps) {
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

function PayNow({ onPress, ...bought }: SummaryProps & { onPress: () => void }) {
  const { pack } = bought;
  return (
    <PayBar
      total={pack === null ? word('pay.total') : <Money cents={pack.priceUsdCents} />}
      summary={<Summary {...bought} />}
    >
      <Button icon="lock-keyhole" onPress={onPress} testId="pay-now">
        {word('pay.now')}
      </Button>
    </PayBar>
  );
}

/** The first thing that can be filled in or pressed in the part that tells whom for, and in the packs after it. */
const PLACES: { readonly [Gap in PayGap]: string | null } = {
  recipient: 'input, button',
  pack: 'section + section button',
  method: null,
  offline: null,
};

/** Says what is missing, and goes there where there is a place to go. */
function explain(gap: PayGap, column: HTMLElement | null): void {
  showToast(gapSentence(gap), 'info');
  const selector = PLACES[gap];
  const place = selector === null ? null : column?.querySelector<HTMLElement>(selector);
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}

export function PayScreen() {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const chosen = useRecipient();
  const packs = useGemPacks(chosen.recipient?.accountId ?? null);
  const lastPaid = useStored(storedLastPaidAmount);
  const amount = useStored(storedChosenAmount) ?? lastPaid;
  const column = useRef<HTMLDivElement>(null);
  const methods = useRef<MethodsHandle>(null);
  const [isNewCardPressed, onNewCard] = useState(false);
  const pack =
    packs.kind === 'ready' ? (packs.packs.find((one) => one.priceUsdCents === amount) ?? null) : null;
  const recipient = chosen.refused === null ? chosen.recipient : null;

  const arePacksShown = packs.kind === 'ready';
  useEffect(() => {
    if (arePacksShown) import('../pay-step/prefetch.ts').catch(() => undefined);
  }, [arePacksShown]);

  const whenNothingIsMissing = (go: (how?: Leaving) => void): void => {
    const payType = methods.current === null ? CHECKOUT_COM_CARD : methods.current.payType;
    const gap = findGap({ recipient, pack, payType, isOnline });
    if (gap !== null) return explain(gap, column.current);
    return chosen.beforePaying((how) => {
      if (pack !== null) storedChosenAmount.write(pack.priceUsdCents);
      go(how);
    });
  };
  /** Pressed before the methods were there: the next page goes on with what they would have shown. */
  const goOn = (how?: Leaving): void => {
    if (methods.current === null) navigate(`/pay-step?step=${isNewCardPressed ? 'card' : 'pay'}`, how);
    else methods.current.goOn(how);
  };

  const shared = { pack, recipient, methods, isNewCardPressed, onNewCard, whenNothingIsMissing };
  // All that the prerendered page can show, which knows neither packs nor cards.
  const bare = <MethodList {...{ pack, onNewCard }} />;
  return (
    <>
      <AppBar title={word('home.navRecharge')} />
      <main className="page above-pay-bar">
        <OpenOrderNote />
        <div className="columns">
          <div ref={column} className="column-main">
            <RecipientSection chosen={chosen} />
            <PackGrid
              packs={packs}
              chosen={pack}
              lastPaid={lastPaid}
              onChoose={(one) => storedChosenAmount.write(one.priceUsdCents)}
            />
          </div>
          <div className="column-side">
            <Suspense fallback={bare}>{arePacksShown ? <PayMethods {...shared} /> : bare}</Suspense>
            <ConsentLine />
            <PayNow
              pack={pack}
              nickname={recipient?.nickname ?? null}
              onPress={() => whenNothingIsMissing(goOn)}
            />
          </div>
        </div>
      </main>
    </>
  );
}
