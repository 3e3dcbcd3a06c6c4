/**
 * The sheet of some screens alone: the one that is written into every page would carry it to all the others. It stands where
 * it is drawn, so it always comes after that one, and after the sheets drawn before it.
 */
export function ScreenStyle({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}
