import css from './feedback.css?inline';

/** The sheet of these screens alone: the one that is written into every page would carry it to all the others. */
export function FeedbackStyle() {
  return (
    <style href="feedback" precedence="screen">
      {css}
    </style>
  );
}
