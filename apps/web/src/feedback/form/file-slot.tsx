import { Icon } from '../../ui/icon.tsx';
import { classes } from '../../ui/classes.ts';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { AttachedFile } from '../flow/feedback-state.ts';

export interface FileSlotProps {
  file: AttachedFile;
  onRemove: () => void;
  onRetry: () => void;
}

function Face({ file, onRetry }: Pick<FileSlotProps, 'file' | 'onRetry'>) {
  const name = isolatedName(file.name);
  if (file.at.step === 'failed') {
    if (!file.at.mayRetry) return <Icon name="circle-alert" />;
    return (
      <button
        type="button"
        className="again"
        aria-label={word('feedback.retryFile', { name })}
        onClick={onRetry}
      >
        <Icon name="rotate-ccw" />
      </button>
    );
  }
  if (file.thumbnail !== null) return <img src={file.thumbnail} alt={file.name} />;
  return (
    <>
      <Icon name={file.kind === 'video' ? 'video' : 'image-plus'} />
      <span className="visually-hidden">{file.name}</span>
    </>
  );
}

export function FileSlot({ file, onRemove, onRetry }: FileSlotProps) {
  const { at } = file;
  const name = isolatedName(file.name);
  return (
    <li className={classes('slot', at.step === 'failed' && 'failed')} data-step={at.step}>
      <Face file={file} onRetry={onRetry} />
      {at.step === 'going-up' && (
        <progress max={100} value={at.percent} aria-label={word('feedback.fileGoesUp', { name })} />
      )}
      <button
        type="button"
        className="remove"
        aria-label={word('feedback.removeFile', { name })}
        onClick={onRemove}
      >
        <span>
          <Icon name="x" size="xs" />
        </span>
      </button>
    </li>
  );
}
