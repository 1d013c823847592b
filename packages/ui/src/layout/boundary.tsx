import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** What is drawn instead. */
  readonly instead: (error: unknown) => ReactNode;
  /** With another value, the children are drawn again. */
  readonly resetBy?: unknown;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly resetBy?: unknown;
  readonly failure?: { readonly error: unknown } | undefined;
}

/** Draws something else instead of children that throw. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: unknown): Pick<BoundaryState, 'failure'> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetBy }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return state.resetBy === resetBy ? null : { resetBy, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.instead(failure.error) : this.props.children;
  }
}
