import Button from '@mui/material/Button';
import { sizes } from '../theme/tokens.ts';

interface SkipLinkProps {
  readonly text: string;
  /** Where it leads to: what a selector finds first. */
  readonly to: string;
}

/** For the keyboard: leads over what stands before a part of the page. It is seen while it has the focus. */
export function SkipLink({ text, to }: SkipLinkProps) {
  const skip = (): void => document.querySelector<HTMLElement>(to)?.focus();
  return (
    <Button variant="contained" size="small" onClick={skip} sx={style}>
      {text}
    </Button>
  );
}

const style = {
  position: 'absolute',
  top: 8,
  left: sizes.gutter,
  zIndex: 'tooltip',
  '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', p: 0, overflow: 'hidden' },
} as const;
