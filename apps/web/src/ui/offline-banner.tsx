import { useEffect, useRef } from 'react';
import { word } from '../words/word.ts';
import { Icon } from './icon.tsx';
import { useCurrentOfflineSentence } from './offline-sentence.ts';
import { showToast } from './toast.ts';
import { useOnline } from './use-online.ts';

export function OfflineBanner() {
  const isOnline = useOnline();
  const sentence = useCurrentOfflineSentence() ?? word('net.offlineBanner');
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline && !wasOnline.current) showToast(word('net.backOnline'));
    wasOnline.current = isOnline;
  }, [isOnline]);
  return (
    <div role="status">
      {!isOnline && (
        <div className="note warn band">
          <Icon name="wifi-off" size="s" />
          <p className="fill">{sentence}</p>
        </div>
      )}
    </div>
  );
}
