import { ScreenStyle } from '../ui/screen-style.tsx';
import css from './feedback.css?inline';

export function FeedbackStyle() {
  return <ScreenStyle css={css} />;
}
