/**
 * A style that only a few screens need: in the style sheet of every page it would enlarge all first loads. It is rendered in
 * place, so its rules follow those of that sheet and of styles rendered before it.
 */
export function ScreenStyle({ css }: { css: string }) {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}
