import './bar.css';

interface BarProps {
  /** Pixels, or a length of CSS. */
  readonly width?: number | string;
  /** Pixels. */
  readonly height?: number;
}

/** A grey shape in the place of a text, or of a control, that is being loaded. A page has hundreds: it is an element without styles of its own. */
export function Bar({ width = '100%', height = 12 }: BarProps) {
  return <span className={height > 20 ? 'dash-bar dash-control' : 'dash-bar'} style={{ width, height }} />;
}
