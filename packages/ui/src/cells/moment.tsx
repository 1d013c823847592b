const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the zone of whoever looks at it, with the exact value on hover. */
export function Moment({ value }: { readonly value: string }) {
  const time = new Date(value);
  // A database holds times that no browser has: they are shown as they are.
  if (Number.isNaN(time.getTime())) return <>{value}</>;
  return (
    <time dateTime={value} title={value} className="moment">
      {format.format(time)}
    </time>
  );
}
