import { useEffect, useState } from 'react';
import type { faceQuestion, GuardPage, Guards, RunningGuards } from './guard-page.ts';
import type { PageFacts } from './guard-state.ts';

const load = () => import('./use-guards.ts');

interface LateGuards extends Pick<Guards, 'press'> {
  readonly faceQuestion: ReturnType<typeof faceQuestion>;
}

/**
 * The guards of a page without wallets. Their code is loaded after the first paint; a press before that waits for it. If the code
 * cannot be loaded, the page says that there is no network.
 */
export function useLateGuards(facts: Partial<PageFacts>, explain: GuardPage['explain']): LateGuards {
  /** The guards that are asking the payer to confirm the recipient. */
  const [asking, setAsking] = useState<RunningGuards | null>(null);
  useEffect(() => void load().catch(() => undefined), []);
  return {
    faceQuestion: {
      isOpen: asking !== null,
      onConfirm: () => asking?.send({ type: 'face-confirmed' }),
      onClose: () => asking?.send({ type: 'question-closed' }),
    },
    press: (press, goOn) =>
      void load().then(
        ({ runPlainGuards }) => {
          const guards = runPlainGuards(facts, explain);
          guards.subscribe(() => setAsking(guards.getState().at === 'new-face' ? guards : null));
          guards.press(press, goOn);
        },
        () => explain('offline'),
      ),
  };
}
