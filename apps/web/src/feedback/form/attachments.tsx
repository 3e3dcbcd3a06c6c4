import { messages as info } from '../../words/ar/info.po';
import { FILE_BYTES_MAX, FEEDBACK_FILES_MAX, FILE_TYPES, type FileKind } from '@jawhara/domain';
import { useId, type ChangeEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { classes } from '../../ui/classes.ts';
import { isolatedName, isolatedLtr } from '../../words/isolate.ts';
import { word, addWords } from '../../words/word.ts';
import type { AttachedFile, PickFault, FeedbackEvent } from '../flow/feedback-state.ts';
import { randomHex } from '../../browser/ids.ts';
import { FieldError } from './report-fields.tsx';

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

function FileSlot({ file, onRemove, onRetry }: FileSlotProps) {
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

addWords(info);

const BYTES_PER_MB = 1024 * 1024;

function megabytesMax(kind: FileKind): string {
  return isolatedLtr(String(FILE_BYTES_MAX[kind] / BYTES_PER_MB));
}

const PICK_SENTENCES = {
  'file-type-refused': () => word('feedback.fileKind'),
  'file-too-large': ({ kind }) => word('feedback.fileBig', { mb: megabytesMax(kind) }),
  'file-empty': ({ name }) => word('feedback.fileEmpty', { name: isolatedName(name) }),
  'files-too-many': () => word('feedback.attachMax'),
} as const satisfies Record<PickFault['why'], (fault: PickFault) => string>;

function pickSentence(fault: PickFault): string {
  return PICK_SENTENCES[fault.why](fault);
}

/** The sentence about an attached file's problem; null while it has none. */
function fileSentence({ name, at, source }: AttachedFile): string | null {
  const named = { name: isolatedName(name) };
  if (at.step === 'waiting') return word('feedback.fileWaits', named);
  if (at.step !== 'failed') return null;
  if (source === null) return word('feedback.fileGone', named);
  return at.message ?? word('feedback.uploadFailed', named);
}

/** Listed one by one, so that a phone converts its own picture format into one of these. */
const ACCEPTED = Object.keys(FILE_TYPES).join(',');

interface AttachmentsProps {
  files: readonly AttachedFile[];
  pickFaults: readonly PickFault[];
  isBusy: boolean;
  send: (event: FeedbackEvent) => void;
}

export function Attachments({ files, pickFaults, isBusy, send }: AttachmentsProps) {
  const titleId = useId();
  const limitsId = useId();
  const isFull = files.length >= FEEDBACK_FILES_MAX;
  const sentences = [
    ...files.map(fileSentence).filter((one) => one !== null),
    ...pickFaults.map(pickSentence),
  ];

  function pick(event: ChangeEvent<HTMLInputElement>): void {
    const picked = [...(event.target.files ?? [])].map((file) => ({ id: randomHex(8), file }));
    event.target.value = ''; // so that the same file can be picked again
    if (picked.length > 0) send({ type: 'files-picked', picked });
  }

  return (
    <section id="report-files" aria-labelledby={titleId}>
      <div className="row apart wraps">
        <h2 id={titleId} className="small strong">
          {word('feedback.attach')}
        </h2>
        <span className="micro hint">
          {word('feedback.attachCount', { n: isolatedLtr(String(files.length)) })}
        </span>
      </div>
      <ul className="slots">
        {files.map((file) => (
          <FileSlot
            key={file.id}
            file={file}
            onRemove={() => send({ type: 'file-removed', id: file.id })}
            onRetry={() => send({ type: 'file-retried', id: file.id })}
          />
        ))}
        {!isFull && (
          <li>
            <label className="file-add">
              <input
                type="file"
                className="visually-hidden"
                aria-label={word('feedback.attach')}
                aria-describedby={limitsId}
                accept={ACCEPTED}
                multiple
                disabled={isBusy}
                onChange={pick}
              />
              <span className="slot add">
                <Icon name="image-plus" />
              </span>
            </label>
          </li>
        )}
      </ul>
      <FieldError>{[...new Set(sentences)]}</FieldError>
      <p id={limitsId} className="field-hint">
        {isFull
          ? word('feedback.attachMax')
          : word('feedback.limits', { image: megabytesMax('image'), video: megabytesMax('video') })}
      </p>
    </section>
  );
}
