import css from '../styles/result.css?inline';
import { ScreenStyle } from './screen-style.tsx';

export function ResultStyle() {
  return <ScreenStyle css={css} />;
}
