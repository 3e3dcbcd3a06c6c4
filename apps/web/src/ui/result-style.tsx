import css from '../styles/result.css?inline';
import { ScreenStyle } from './screen-style.tsx';

/** How something ended: a payment, a report. */
export function ResultStyle() {
  return <ScreenStyle css={css} />;
}
