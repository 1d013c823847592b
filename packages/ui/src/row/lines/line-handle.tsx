import { useIsChanged } from '../../form/marked-input.tsx';
import { MoveHandle, type MoveHandleProps } from '../../inputs/move-handle.tsx';

interface LineHandleProps extends Omit<MoveHandleProps, 'isMoved'> {
  /** The name under which the form keeps the order value. */
  readonly source: string;
}

/** The button that moves a line of an inline. */
export function LineHandle({ source, ...props }: LineHandleProps) {
  return <MoveHandle {...props} isMoved={useIsChanged(source)} />;
}
