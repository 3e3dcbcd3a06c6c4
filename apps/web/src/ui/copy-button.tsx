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

/** The page must load the catalogue `help`, which contains the button's texts. */
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
