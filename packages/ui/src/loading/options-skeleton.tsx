import { LinesSkeleton } from './lines-skeleton.tsx';
import { t } from '../texts/text.ts';

/** The rows that a picker is about to offer. */
export function OptionsSkeleton() {
  return <LinesSkeleton text={t('Loading')} count={4} height={28} />;
}
