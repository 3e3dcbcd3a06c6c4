import { Sheet } from './sheet.tsx';
import { Spinner } from './spinner.tsx';

/** Non-cancelable wait with its text; a second line may say what the payer must do meanwhile. */
export function LoadingOverlay({ isOpen, text, detail }: { isOpen: boolean; text: string; detail?: string }) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => undefined}
      title={text}
      kind="centered"
      isCancelable={false}
      art={<Spinner />}
    >
      {detail !== undefined && <p className="small muted">{detail}</p>}
    </Sheet>
  );
}
