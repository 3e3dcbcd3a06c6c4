import { FEEDBACK_FILES_MAX, FILE_TYPES } from '@jawhara/domain';
import { useId, type ChangeEvent } from 'react';
import { randomHex } from '../../browser/random-id.ts';
import { Icon } from '../../ui/icon.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { AttachedFile, FeedbackEvent, PickFault } from '../flow/feedback-state.ts';
import { FieldError } from './field-error.tsx';
import { fileSentence, megabytesMax, pickSentence } from './file-sentences.ts';
import { FileSlot } from './file-slot.tsx';

/** Named one by one: a phone then turns its own format of pictures into one of these. */
const ACCEPTED = Object.keys(FILE_TYPES).join(',');

export interface AttachmentsProps {
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
