import type { RefusalKind } from '@jawhara/contract';
import { checkFile, FILE_TYPES, isFileType, isWithinFileCount } from '@jawhara/domain';
import type { AttachedFile, FeedbackEffect, FeedbackEvent, FileAt, PickFault } from './feedback-state.ts';

type Picked = Extract<FeedbackEvent, { type: 'files-picked' }>['picked'];

/** Refusals for the file's content: the same file would be refused again, so it has no retry button. */
const FINAL: ReadonlySet<RefusalKind | null> = new Set<RefusalKind>([
  'file-type-refused',
  'file-too-large',
  'file-empty',
  'file-unreadable',
]);

/** Being uploaded, or waiting for a connection. */
export function isUnderWay({ at }: AttachedFile): boolean {
  return at.step === 'waiting' || at.step === 'going-up';
}

export function withFile(
  files: readonly AttachedFile[],
  id: string,
  change: (file: AttachedFile) => AttachedFile,
): readonly AttachedFile[] {
  return files.map((file) => (file.id === id ? change(file) : file));
}

export function fileMovedTo(files: readonly AttachedFile[], id: string, at: FileAt): readonly AttachedFile[] {
  return withFile(files, id, (file) => ({ ...file, at }));
}

function newFile(id: string, source: File, isOnline: boolean): AttachedFile {
  const kind = isFileType(source.type) ? FILE_TYPES[source.type].kind : 'image';
  const at: FileAt = isOnline ? { step: 'going-up', percent: 0 } : { step: 'waiting' };
  return { id, name: source.name, kind, thumbnail: null, source, at };
}

function uploadsOf(file: AttachedFile): FeedbackEffect[] {
  const { id, source, at } = file;
  return source !== null && at.step === 'going-up' ? [{ do: 'upload', id, file: source }] : [];
}

/** Each file is checked by itself, and the first three that pass are attached. */
export function pickFiles(
  before: readonly AttachedFile[],
  picked: Picked,
  isOnline: boolean,
): {
  readonly files: readonly AttachedFile[];
  readonly faults: readonly PickFault[];
  readonly effects: FeedbackEffect[];
} {
  const files = [...before];
  const faults: PickFault[] = [];
  const effects: FeedbackEffect[] = [];
  for (const { id, file } of picked) {
    const made = newFile(id, file, isOnline);
    const checked = checkFile({ contentType: file.type, bytes: file.size });
    const why =
      checked.kind !== 'fits'
        ? checked.kind
        : isWithinFileCount(files.length + 1)
          ? null
          : ('files-too-many' as const);
    if (why !== null) {
      faults.push({ name: file.name, kind: made.kind, why });
      continue;
    }
    files.push(made);
    effects.push(...uploadsOf(made));
    if (made.kind === 'image') effects.push({ do: 'draw-thumbnail', id, file });
  }
  return { files, faults, effects };
}

/** Starts uploads that waited for a connection, or for a press. */
export function setOut(
  files: readonly AttachedFile[],
  isMeant: (file: AttachedFile) => boolean,
): { readonly files: readonly AttachedFile[]; readonly effects: FeedbackEffect[] } {
  const moved = files.map((file): AttachedFile =>
    isMeant(file) && file.source !== null ? { ...file, at: { step: 'going-up', percent: 0 } } : file,
  );
  return { files: moved, effects: moved.filter((file, nth) => file !== files[nth]).flatMap(uploadsOf) };
}

export function afterRefusal(
  file: AttachedFile,
  refusal: RefusalKind | null,
  message: string | null,
): AttachedFile {
  const mayRetry = file.source !== null && !FINAL.has(refusal);
  return { ...file, at: { step: 'failed', message, mayRetry } };
}
