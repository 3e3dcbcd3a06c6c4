import { word } from '../../words/word.ts';
import type { PayGap } from '../machine/guard-state.ts';

const SENTENCES: { readonly [Gap in PayGap]: () => string } = {
  offline: () => word('net.notConnected'),
  recipient: () => word('err.targetNotFound'),
  pack: () => word('packs.selectFirst'),
  method: () => word('method.none'),
};

export function gapSentence(gap: PayGap): string {
  return SENTENCES[gap]();
}
