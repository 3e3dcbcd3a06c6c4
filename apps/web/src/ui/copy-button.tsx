import { word } from '../words/word.ts';
import { IconButton } from './button.tsx';
import { showToast } from './toast.ts';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(word('common.copied'));
  } catch {
    showToast(text, 'copy'); // without a clipboard the text is at least shown
  }
}

/** Copies the text and confirms it with a toast. `label` names the button for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <IconButton
      icon="copy"
      size="s"
      className="-my-14 text-primary-ink"
      label={label}
      onPress={() => void copy(text)}
    />
  );
}
