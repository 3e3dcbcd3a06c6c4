import type { OrderInfo } from '@jawhara/contract';
import { orderNumber } from '@jawhara/domain';
import { useState } from 'react';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { receiptPicture } from './receipt-picture.ts';

/** Opens WhatsApp, in the app or in a browser, with the text ready to send. */
function shareAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/**
 * [ORD-22] The text to share: gems, order number and a link to the receipt. It has no personal data, because its reader may
 * forward it.
 */
function shareTextOf(order: OrderInfo, link: string): string {
  return word('receipt.shareLink', {
    gems: word('count.gemsOf', { n: order.gems }),
    order: isolatedLtr(orderNumber(order.orderId)),
    link: `${location.origin}/receipt#${link}`,
  });
}

/** Browsers that cannot share files throw, or have no `canShare`. */
function canSharePictures(): boolean {
  try {
    return navigator.canShare({ files: [new File([''], 'receipt.png', { type: 'image/png' })] });
  } catch {
    return false;
  }
}

/** The picture goes to the device's share sheet, or is saved where there is none; the text goes to WhatsApp. */
export function ShareReceipt({ order, hasArrived }: { order: OrderInfo; hasArrived: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const [canShare] = useState(canSharePictures);
  const [hasFailed, setHasFailed] = useState(false);

  async function share(): Promise<void> {
    setIsBusy(true);
    try {
      const picture = await receiptPicture(order, hasArrived);
      if (canShare) await navigator.share({ files: [picture] });
      else saveFile(picture.name, picture);
    } catch (fault) {
      // A payer who closes the share sheet has changed their mind, so this is no failure.
      if (fault instanceof DOMException && fault.name === 'AbortError') return;
      setHasFailed(true);
      showToast(word('receipt.pictureFailed'), 'info');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="soft"
        icon={canShare ? 'image' : 'download'}
        busy={isBusy}
        onPress={() => void share()}
        testId="share-picture"
      >
        {canShare ? word('receipt.sharePicture') : word('receipt.savePicture')}
      </Button>
      {(!canShare || hasFailed) && order.receiptLink !== null && (
        <a
          className="button ghost"
          href={shareAddress(shareTextOf(order, order.receiptLink))}
          target="_blank"
          rel="noreferrer"
          data-testid="share-receipt"
        >
          <Icon name="share-2" size="s" />
          <span>{word('receipt.share')}</span>
        </a>
      )}
    </>
  );
}
