import { BadgeIcon } from '../../ui/badge-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { word } from '../../words/word.ts';

export interface BackConfirmSheetProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** One step is left: is that step really to be given up? Every way of closing it means staying. */
export function BackConfirmSheet({ isOpen, onStay, onLeave }: BackConfirmSheetProps) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onStay}
      title={word('dlg.back.title')}
      art={<BadgeIcon icon="hourglass" tone="warn" />}
    >
      <p className="muted text-center">{word('dlg.back.body')}</p>
      <div className="col gap-14 mt-22">
        <Button onPress={onStay} testId="back-stay">
          {word('dlg.back.stay')}
        </Button>
        <Button variant="outline" onPress={onLeave} testId="back-leave">
          {word('dlg.back.leave')}
        </Button>
      </div>
    </Sheet>
  );
}
