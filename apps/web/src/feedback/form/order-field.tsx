import { Field } from '../../ui/field.tsx';
import { Ltr } from '../../ui/values.tsx';
import { word } from '../../words/word.ts';

const TYPED_CHARACTERS_MAX = 40;
/** How a number looks, for who has to type one. */
const EXAMPLE = 'JW-7F3K-20481';

interface OrderFieldProps {
  orderNumber: string;
  isFilled: boolean;
  onChange: (change: { orderNumber?: string; isOrderFilled?: boolean }) => void;
}

/** A number that we know is shown, and can be changed; one that we do not know may be typed. */
export function OrderField({ orderNumber, isFilled, onChange }: OrderFieldProps) {
  if (!isFilled) {
    return (
      <Field
        label={word('feedback.order')}
        value={orderNumber}
        placeholder={EXAMPLE}
        maxLength={TYPED_CHARACTERS_MAX}
        onChange={(typed) => onChange({ orderNumber: typed })}
        testId="report-order"
      />
    );
  }
  return (
    <div className="card row apart wraps report-order" data-testid="report-order-filled">
      <div>
        <div className="micro muted">{word('feedback.orderNumber')}</div>
        <div className="strong">
          <Ltr>{orderNumber}</Ltr>
        </div>
        <div className="micro filled">{word('feedback.orderFilled')}</div>
      </div>
      <button type="button" className="text-link" onClick={() => onChange({ isOrderFilled: false })}>
        {word('common.change')}
      </button>
    </div>
  );
}
