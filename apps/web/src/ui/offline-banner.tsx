import { useEffect, useRef, useSyncExternalStore } from 'react';
import { usePageValue } from '../page-scope.ts';
import { createStore, type Store } from '../store.ts';
import { word } from '../words/word.ts';
import { Icon } from './icon.tsx';
import { showToast } from './toast.ts';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** The browser's online flag. False is certain: nothing can be sent; true may be wrong. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

const createSentenceStore = (): Store<string | null> => createStore<string | null>(null);

/** While the caller is mounted, the offline banner shows this sentence instead of its own; null leaves it unchanged. */
export function useOfflineSentence(sentence: string | null): void {
  const { set } = usePageValue(createSentenceStore);
  useEffect(() => {
    set(sentence);
    return () => set(null);
  }, [set, sentence]);
}

function useCurrentOfflineSentence(): string | null {
  const { get, subscribe } = usePageValue(createSentenceStore);
  return useSyncExternalStore(subscribe, get, () => null);
}

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
