import { Icon } from '../../ui/icon.tsx';

/** A place that is read out as soon as something stands in it. */
export function FieldError({ id, children }: { id?: string; children: string | null }) {
  return (
    <div role="alert">
      {children !== null && (
        <p id={id} className="field-error">
          <Icon name="circle-alert" size="xs" />
          {children}
        </p>
      )}
    </div>
  );
}
