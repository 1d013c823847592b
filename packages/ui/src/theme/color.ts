type Rgb = readonly [number, number, number];

/** Whether a text is a color such as `#5747d1`. */
export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

function partsOf(color: string): Rgb {
  const part = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [part(1), part(3), part(5)];
}

/** A color between two. @param share of the second color, from 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const others = partsOf(other);
  const parts = partsOf(one).map((part, index) => Math.round(part + ((others[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The color, made darker or lighter until text in it can be read on a ground. */
export function readableOn(ground: string, color: string, least = 4.6): string {
  const end = luminance(ground) > 0.4 ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixed(color, end, share);
    if (contrast(tried, ground) >= least) return tried;
  }
  return end;
}
