import { Icon } from '../../ui/icon.tsx';

export interface FieldErrorProps {
  id?: string;
  /** Each of several on a line of its own. */
  children: string | readonly string[] | null;
}

/** A place that is read out as soon as something stands in it. */
export function FieldError({ id, children }: FieldErrorProps) {
  const sentences = typeof children === 'string' ? [children] : (children ?? []);
  return (
    <div role="alert">
      {sentences.map((sentence) => (
        <p key={sentence} id={id} className="field-error">
          <Icon name="circle-alert" size="xs" />
          {sentence}
        </p>
      ))}
    </div>
  );
}
