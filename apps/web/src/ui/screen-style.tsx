/**
 * The sheet of some screens alone: the one that is written into every page would carry it to all the others. It may come
 * before that sheet or after it, so its rules must win or lose by their selectors.
 */
export function ScreenStyle({ name, css }: { name: string; css: string }) {
  return (
    <style href={name} precedence="screen">
      {css}
    </style>
  );
}
