/**
 * The style of a few screens: in the sheet that is part of every page it would enlarge all others. It is rendered in place,
 * so it follows that sheet and those rendered before it.
 */
export function ScreenStyle({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}
