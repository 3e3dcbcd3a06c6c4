import { createHash } from 'node:crypto';

/** A fault by its place (lines and columns from 0) and its replacement. */
export interface FaultPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly replacement: string;
}

/** Draws one fault out of `share`, always the same ones: a whole run on services takes hours. */
export function isDrawn({ file, line, column, replacement }: FaultPlace, share: number): boolean {
  const digest = createHash('sha256')
    .update(JSON.stringify([file, line, column, replacement]))
    .digest();
  return digest.readUInt32BE(0) % share === 0;
}

/** `--share=12` draws one fault of twelve. Without it all are tried. */
export function readShare(options: readonly string[]): number {
  const shareOption = options.find((option) => option.startsWith('--share='));
  const share = Number(shareOption?.slice('--share='.length) ?? 1);
  if (!Number.isInteger(share) || share < 1) throw new Error('--share is a whole number from 1');
  return share;
}
