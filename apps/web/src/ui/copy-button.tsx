import { word } from '../words/word.ts';
import { IconButton } from './button.tsx';
import { showToast } from './toast.ts';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(word('common.copied'));
  } catch {
    showToast(text, 'copy'); // no clipboard here: at least it can be read
  }
}

/** The page must load the catalogue `help`: the button's texts are in it. */
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
