import { shortText, wholeText } from './moment-text.ts';

/** A time in the time zone of the browser: in full, or as people say it, with the whole time on hover. */
export function Moment({ value, isWhole = true }: { readonly value: string; readonly isWhole?: boolean }) {
  const time = new Date(value);
  // A database may hold times that a browser can not represent: they are shown as text.
  if (Number.isNaN(time.getTime())) return <>{value}</>;
  return (
    <time dateTime={value} title={isWhole ? value : `${wholeText(time)} (${value})`} className="moment">
      {isWhole ? wholeText(time) : shortText(time)}
    </time>
  );
}
