import { LinesSkeleton } from './lines-skeleton.tsx';

/** The rows that a picker is about to offer. */
export function OptionsSkeleton() {
  return <LinesSkeleton text="Loading" count={4} height={28} />;
}
