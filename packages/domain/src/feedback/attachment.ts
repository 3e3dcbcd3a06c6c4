import type { Brand } from '../brand.ts';
import { FEEDBACK_FILES_MAX, IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from '../limits.ts';

/**
 * The name of a stored file. Knowing the name is not enough to read the file: only its sender may: the account, or the device.
 */
export type FileKey = Brand<string, 'FileKey'>;

/** The purpose of a file: an attachment of a report, or a document that proves something to a reviewer. */
export type FilePurpose = 'feedback' | 'audit';

export type FileKind = 'image' | 'video';

/** Accepted file types. The server determines a file's type from its content, never from its name. */
export const FILE_TYPES = {
  'image/jpeg': { kind: 'image', extension: 'jpg' },
  'image/png': { kind: 'image', extension: 'png' },
  'image/webp': { kind: 'image', extension: 'webp' },
  'image/gif': { kind: 'image', extension: 'gif' },
  'video/mp4': { kind: 'video', extension: 'mp4' },
  'video/quicktime': { kind: 'video', extension: 'mov' },
  'video/webm': { kind: 'video', extension: 'webm' },
} as const satisfies Record<string, { readonly kind: FileKind; readonly extension: string }>;

export type FileType = keyof typeof FILE_TYPES;

export const FILE_BYTES_MAX = {
  image: IMAGE_BYTES_MAX,
  video: VIDEO_BYTES_MAX,
} as const satisfies Record<FileKind, number>;

export type FileRefusal = 'file-type-refused' | 'file-too-large' | 'file-empty';

export type FileChecked = { readonly kind: 'fits'; readonly type: FileType } | { readonly kind: FileRefusal };

export function isFileType(type: string): type is FileType {
  return Object.hasOwn(FILE_TYPES, type);
}

/** Letters only after the date, so that a key never looks like a card number. */
export function isFileKey(text: string): text is FileKey {
  return /^(feedback|audit)(-\d{8})?-[a-p]{40}$/.test(text);
}

export function checkFile(file: { readonly contentType: string; readonly bytes: number }): FileChecked {
  if (!isFileType(file.contentType)) return { kind: 'file-type-refused' };
  if (file.bytes < 1) return { kind: 'file-empty' };
  if (file.bytes > FILE_BYTES_MAX[FILE_TYPES[file.contentType].kind]) return { kind: 'file-too-large' };
  return { kind: 'fits', type: file.contentType };
}

export function isWithinFileCount(files: number): boolean {
  return files <= FEEDBACK_FILES_MAX;
}
