export interface SkeletonProps {
  /** Any CSS length; the box must be the size of what will take its place. */
  width: string;
  height: string;
  round?: boolean;
}

/** A span, since it may wait for words inside a sentence. */
export function Skeleton({ width, height, round = false }: SkeletonProps) {
  return (
    <span
      className="skeleton"
      aria-hidden="true"
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
    />
  );
}
