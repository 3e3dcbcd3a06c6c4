import { FILE_BYTES_MAX, type FileKind } from '@jawhara/domain';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import type { AttachedFile, PickFault } from '../flow/feedback-state.ts';

const BYTES_PER_MB = 1024 * 1024;

export function megabytesMax(kind: FileKind): string {
  return isolatedLtr(String(FILE_BYTES_MAX[kind] / BYTES_PER_MB));
}

const PICK_SENTENCES = {
  'file-type-refused': () => word('feedback.fileKind'),
  'file-too-large': ({ kind }) => word('feedback.fileBig', { mb: megabytesMax(kind) }),
  'file-empty': ({ name }) => word('feedback.fileEmpty', { name: isolatedName(name) }),
  'files-too-many': () => word('feedback.attachMax'),
} as const satisfies Record<PickFault['why'], (fault: PickFault) => string>;

export function pickSentence(fault: PickFault): string {
  return PICK_SENTENCES[fault.why](fault);
}

/** What is wrong with a file of the report; null while nothing is. */
export function fileSentence({ name, at, source }: AttachedFile): string | null {
  const named = { name: isolatedName(name) };
  if (at.step === 'waiting') return word('feedback.fileWaits', named);
  if (at.step !== 'failed') return null;
  if (source === null) return word('feedback.fileGone', named);
  return at.message ?? word('feedback.uploadFailed', named);
}
