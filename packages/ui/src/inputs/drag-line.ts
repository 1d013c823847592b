interface DragOptions {
  /** The lines of the table, as they stand; the first one is `lines[0]`. */
  readonly lines: readonly HTMLElement[];
  /** The place of the line that is dragged. */
  readonly from: number;
  /** The pointer that drags it, and where it is in the window. */
  readonly pointer: number;
  readonly start: number;
  /** Called once, unless the person cancels. */
  readonly onDrop: (to: number) => void;
}

/** Pixels at the upper and lower edge of the window in which the page scrolls; the bar that saves is at the lower one. */
const edge = 80;

/**
 * Lets a line follow the pointer, and the others make room for it, until the pointer is released; `Escape` cancels. The lines are moved by
 * their styles only: an element that is moved in the document loses its pointer.
 */
export function dragLine({ lines, from, pointer, start, onDrop }: DragOptions): void {
  const table = lines[0]?.parentElement;
  const dragged = lines[from];
  // A second finger takes no other line.
  if (!table || !dragged || table.dataset['sorting'] !== undefined) return;
  const places = placesOf(lines);
  const begin = start + window.scrollY;
  const ended = new AbortController();
  let [y, to] = [start, from];
  const show = (): void => {
    const offset = offsetWithin(places, from, y + window.scrollY - begin);
    to = placeAt(places, from, offset);
    for (const [place, line] of lines.entries())
      line.style.translate = `0 ${place === from ? offset : shiftOf({ place, from, to, by: places[from]?.height ?? 0 })}px`;
  };
  const end = (isDropped: boolean): void => {
    ended.abort();
    delete table.dataset['sorting'];
    delete dragged.dataset['dragged'];
    for (const line of lines) line.style.removeProperty('translate');
    if (isDropped && to !== from) onDrop(to);
  };
  table.dataset['sorting'] = '';
  dragged.dataset['dragged'] = '';
  const on = <Name extends 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown'>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ): void => window.addEventListener(name, listener, { signal: ended.signal, capture: true });
  on('pointermove', (event) => {
    if (event.pointerId !== pointer) return;
    y = event.clientY;
    show();
  });
  on('pointerup', (event) => event.pointerId === pointer && end(true));
  on('pointercancel', (event) => event.pointerId === pointer && end(false));
  on('keydown', (event) => {
    // The keys of the page wait until the line is where it belongs.
    event.stopPropagation();
    if (event.key === 'Escape') end(false);
  });
  scrollAtEdges({ signal: ended.signal, pointerY: () => y, onScroll: show });
}

interface Place {
  readonly top: number;
  readonly height: number;
}

/** Where lines are in the page, scrolled or not. */
function placesOf(lines: readonly HTMLElement[]): readonly Place[] {
  return lines.map((line) => {
    const { top, height } = line.getBoundingClientRect();
    return { top: top + window.scrollY, height };
  });
}

/** A line stays within its table. */
function offsetWithin(places: readonly Place[], from: number, offset: number): number {
  const [own, first, last] = [places[from], places[0], places.at(-1)];
  if (!own || !first || !last) return 0;
  return Math.min(Math.max(offset, first.top - own.top), last.top + last.height - own.top - own.height);
}

/** The place of a line that was dragged so far: it takes that of another one once its edge is over the middle of that one. */
function placeAt(places: readonly Place[], from: number, offset: number): number {
  const own = places[from];
  if (!own) return from;
  const middles = places.map(({ top, height }) => top + height / 2);
  if (offset < 0) return middles.findIndex((middle, place) => place === from || own.top + offset < middle);
  return middles.findLastIndex((middle, place) => place === from || own.top + own.height + offset > middle);
}

/** How far another line makes room. */
function shiftOf({ place, from, to, by }: Readonly<Record<'place' | 'from' | 'to' | 'by', number>>): number {
  if (place > from && place <= to) return -by;
  return place < from && place >= to ? by : 0;
}

interface EdgeOptions {
  readonly signal: AbortSignal;
  readonly pointerY: () => number;
  readonly onScroll: () => void;
}

/** Scrolls the page while the pointer is near an edge of the window. */
function scrollAtEdges({ signal, pointerY, onScroll }: EdgeOptions): void {
  const step = (): void => {
    if (signal.aborted) return;
    const y = pointerY();
    const by = y < edge ? y - edge : Math.max(0, y - window.innerHeight + edge);
    const before = window.scrollY;
    if (by !== 0) window.scrollBy({ top: by / 5, behavior: 'instant' });
    if (window.scrollY !== before) onScroll();
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
