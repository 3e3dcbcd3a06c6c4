import css from '../../styles/login.css?inline';
import { ScreenStyle } from '../../ui/screen-style.tsx';

export function LoginStyle() {
  return <ScreenStyle css={css} />;
}
