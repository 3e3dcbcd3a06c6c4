import type { ReactNode } from 'react';

export interface EnterFormProps {
  /** Enter was pressed in the one field that it holds. */
  onEnter: () => void;
  isInert?: boolean;
  children: ReactNode;
}

/** Round one field of ours: Enter in it does what the pay button does. */
export function EnterForm({ onEnter, isInert = false, children }: EnterFormProps) {
  return (
    <form
      noValidate
      inert={isInert}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      {children}
    </form>
  );
}
