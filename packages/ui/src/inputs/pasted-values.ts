const breaks = /[\r\n\t]+/;

/** The values of a text: those of its lines and cells, or what semicolons separate, or else what commas separate. */
export function separated(text: string): readonly string[] {
  const separator = breaks.test(text) ? breaks : text.includes(';') ? ';' : ',';
  // A list that was copied out of a text has a comma at the end of each line.
  return once(text.split(separator).map((part) => part.replace(/[;,\s]+$/, '').trim()));
}

/** Each text once, without empty ones. */
export function once(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}

/**
 * The values of a text that was pasted into a search; undefined where it is searched for as it is. Lines and cells are values. What stands
 * in one line is a list only where no value has a space: with one comma it may be a name.
 */
export function pastedColumn(text: string): readonly string[] | undefined {
  const values = separated(text);
  const isList = breaks.test(text.trim()) || (values.every((value) => !/\s/.test(value)) && (text.includes(';') || values.length > 2));
  return isList && values.length > 1 ? values : undefined;
}

/** The most values that a filter takes. */
const most = 1000;

/** The characters of an address that the values of a filter may take: a service takes 64 KiB with its headers, cookies among them. */
const room = 48_000;

/** How many of these values fit into a filter: all of them, or the number of the first ones that do. */
export function fitting(values: readonly string[]): number {
  let free = room;
  const at = values.findIndex((value, index) => {
    free -= encodeURIComponent(value).length + '%2C'.length;
    return free < 0 || index >= most;
  });
  return at < 0 ? values.length : at;
}
