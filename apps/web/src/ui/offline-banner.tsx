import { word } from '../words/word.ts';
import { Icon } from './icon.tsx';
import { useOnline } from './use-online.ts';

export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <div className="note warn band">
          <Icon name="wifi-off" size="s" />
          <p className="fill">{word('net.offlineBanner')}</p>
        </div>
      )}
    </div>
  );
}
