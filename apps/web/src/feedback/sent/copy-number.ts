import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';

export async function copyNumber(number: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(number);
    showToast(word('feedbackOk.copied'));
  } catch {
    showToast(number, 'copy'); // no clipboard here: at least it can be read
  }
}
