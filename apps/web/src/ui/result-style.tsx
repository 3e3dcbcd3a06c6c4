import css from '../styles/result.css?inline';
import { ScreenStyle } from './screen-style.tsx';

/** The style of a result: of a payment or a report. */
export function ResultStyle() {
  return <ScreenStyle css={css} />;
}
