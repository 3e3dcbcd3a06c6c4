import css from '../../styles/info.css?inline';
import { ChipStyle } from '../../ui/order-chip.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';

export function InfoStyle() {
  return (
    <>
      <ChipStyle />
      <ScreenStyle css={css} />
    </>
  );
}
