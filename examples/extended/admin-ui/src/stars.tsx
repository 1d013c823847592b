import type { CellProps, InputProps } from '@grimoire/ui';

/** A rating as stars. */
export function StarsCell({ value, options }: CellProps<number>) {
  const most = Number(options['max'] ?? 5);
  return (
    <span role="img" aria-label={`${value} of ${most} stars`}>
      {'★'.repeat(value).padEnd(most, '☆')}
    </span>
  );
}

/** A rating that is chosen by a click on a star. */
export function StarsInput({ value, onChange, options, label }: InputProps<number>) {
  const stars = Array.from({ length: Number(options['max'] ?? 5) }, (_, index) => index + 1);
  return (
    <fieldset className="stars" aria-label={label}>
      {stars.map((star) => (
        <button
          key={star}
          type="button"
          aria-label={`${star} of ${stars.length}`}
          aria-pressed={star === value}
          onClick={() => onChange(star)}
        >
          {star <= (value ?? 0) ? '★' : '☆'}
        </button>
      ))}
    </fieldset>
  );
}
