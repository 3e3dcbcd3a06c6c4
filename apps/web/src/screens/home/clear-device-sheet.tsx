import '../../words/load-device.ts';
import '../../words/load-saved.ts';
import { forgetDevice } from '@jawhara/contract';
import { TOAST_SHOWN_MS } from '@jawhara/domain';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { forgetAll } from '../../browser/storage/device.ts';
import { goToPage } from '../../browser/page-address.ts';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';

/**
 * Asks first. The server is called before anything is cleared here: without the cookie the call would not work any more. If the call
 * fails, nothing is cleared, and the visitor can try again.
 */
export function ClearDeviceSheet({ onClose }: { onClose: () => void }) {
  const [isClearing, setClearing] = useState(false);
  async function clear(): Promise<void> {
    setClearing(true);
    const answer = await call(forgetDevice, {});
    if (answer.kind !== 'ok') {
      setClearing(false);
      return showToast(word('net.error'), 'triangle-alert');
    }
    forgetAll();
    showToast(word('settings.clearDeviceDone'));
    // The page still holds data in memory, so it is loaded again when the toast has been read.
    setTimeout(() => {
      forgetAll();
      goToPage('/', 'replace');
    }, TOAST_SHOWN_MS);
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isCancelable={!isClearing}
      title={word('settings.clearDevice')}
      art={<BadgeIcon icon="trash-2" tone="danger" />}
    >
      <p className="muted text-center">{word('settings.clearDeviceBody')}</p>
      <div className="sheet-actions">
        <Button variant="danger" busy={isClearing} onPress={() => void clear()}>
          {word('common.confirm')}
        </Button>
        {!isClearing && (
          <Button variant="outline" onPress={onClose}>
            {word('common.cancel')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
