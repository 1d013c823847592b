const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the time zone of the browser, with the exact value on hover. */
export function Moment({ value }: { readonly value: string }) {
  const time = new Date(value);
  // A database may hold times that a browser can not represent: they are shown as text.
  if (Number.isNaN(time.getTime())) return <>{value}</>;
  return (
    <time dateTime={value} title={value} className="moment">
      {format.format(time)}
    </time>
  );
}
