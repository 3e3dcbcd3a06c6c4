import { messages as pay } from '../../words/ar/pay.po';
import type { OrderId } from '@jawhara/domain';
import { useEffect } from 'react';
import { orderIdOf, type UrlParameters, readUrlParameters } from '../../browser/link.ts';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import { gapSentence } from '../../checkout/parts/pay-gap.ts';
import { useLateGuards } from '../../checkout/machine/use-late-guards.ts';
import { PackList } from '../../checkout/parts/pack-list.tsx';
import {
  storedLastOrderId,
  choosePack,
  storedChosenAmount,
  storedLastPaidAmount,
  storedReturnDevice,
} from '../../browser/storage/purchase.ts';
import { useIsInBrowser, useStored } from '../../browser/storage/use-stored.ts';
import { RecipientSection } from '../../recipient/recipient-section.tsx';
import { useRecipient } from '../../recipient/use-recipient.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/values.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/offline-banner.tsx';
import { addWords, word } from '../../words/word.ts';

addWords(pay);

/** The return of a payer from a provider's own page to ours. */
interface ProviderReturn {
  readonly orderId: OrderId;
  readonly deviceId: string | null;
  /** The address that fetches and shows the result. It lacks the return flag, so a reload is no second return. */
  readonly address: string;
}

/** Null: an ordinary visit. A test return (`test_zp_show`) whose link names no order stands for this device's last order. */
export function providerReturn(
  parameters: UrlParameters,
  lastOrderId: OrderId | null,
): ProviderReturn | null {
  const { isReturn, isTestReturn, returnedDeviceId: deviceId, redirectResult } = parameters;
  const named = orderIdOf(parameters);
  const isReal = isReturn === '1' && deviceId !== null;
  const orderId = isTestReturn === null ? named : (named ?? lastOrderId);
  if ((!isReal && isTestReturn === null) || orderId === null) return null;
  const query = new URLSearchParams({ step: 'returned', order_id: orderId });
  if (redirectResult !== null) query.set('redirectResult', redirectResult);
  return { orderId, deviceId, address: `/pay-step?${query}` };
}

/** Back from a provider: the pay step fetches the result and shows it. */
function ReturnFromProvider({ address, deviceId }: ProviderReturn) {
  const navigate = useNavigate();
  useEffect(() => {
    if (deviceId !== null) storedReturnDevice.write(deviceId);
    navigate(address, { replace: true });
  }, [navigate, address, deviceId]);
  return (
    <main className="page">
      <div className="state-block min-h-[60vh] justify-center" role="status">
        <Spinner />
      </div>
    </main>
  );
}

function RechargeList() {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const chosen = useRecipient();
  const packs = useGemPacks(chosen.recipient?.accountId ?? null);
  const lastPaid = useStored(storedLastPaidAmount);
  const amount = useStored(storedChosenAmount) ?? lastPaid;
  const pack =
    packs.kind === 'ready' ? (packs.packs.find((one) => one.priceUsdCents === amount) ?? null) : null;
  const recipient = chosen.refused === null ? chosen.recipient : null;

  const guards = useLateGuards({ isOnline, recipient, pack, isNewFace: chosen.isNewFace }, (gap) =>
    showToast(gapSentence(gap), 'info'),
  );
  const goOn = (): void =>
    guards.press('continue', (how) => {
      if (pack !== null) storedChosenAmount.write(pack.priceUsdCents);
      navigate('/pay-step?step=home', how);
    });

  return (
    <>
      <AppBar title={word('packs.listTitle')} />
      <main className="page above-pay-bar">
        <div className="narrow col gap-36">
          <RecipientSection chosen={chosen} confirmation={guards.faceQuestion} />
          <PackList packs={packs} chosen={pack} onChoose={choosePack} />
          <PayBar
            total={
              pack === null ? (
                <div className="small">{word('pay.emptySide')}</div>
              ) : (
                <Money cents={pack.priceUsdCents} />
              )
            }
          >
            <Button onPress={goOn} testId="continue">
              {word('common.continue')}
            </Button>
          </PayBar>
        </div>
      </main>
    </>
  );
}

export function RechargeListScreen() {
  const isInBrowser = useIsInBrowser();
  const returned = isInBrowser ? providerReturn(readUrlParameters(location), storedLastOrderId.read()) : null;
  return returned === null ? <RechargeList /> : <ReturnFromProvider {...returned} />;
}
